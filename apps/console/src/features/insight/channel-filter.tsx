import { Select } from '../../ui/field.tsx';

type ChannelFilterProps = {
  chosen: string;
  /** Those of the report. The chosen one stays a choice where the report has no row of it. */
  channels: readonly { channelCode: string; channelName: string }[];
  onChange: (code: string) => void;
};

/** Narrows a funnel to one channel. */
export function ChannelFilter({ chosen, channels, onChange }: ChannelFilterProps) {
  const isKnown = channels.some(({ channelCode }) => channelCode === chosen);
  return (
    <Select
      label="Channel"
      value={chosen}
      choices={[
        { value: '', text: 'All channels' },
        ...channels.map(({ channelCode, channelName }) => ({ value: channelCode, text: channelName })),
        ...(chosen === '' || isKnown ? [] : [{ value: chosen, text: chosen }]),
      ]}
      onChange={onChange}
    />
  );
}
