import { useEffect } from 'react';
import { useStore } from 'zustand';
import { CheckField } from '../../ui/field.tsx';
import { advertiserChoice } from './advertiser.ts';
import { useChannel } from './channel.ts';

/** An unticked box, shown when the channel's advertisement network asks for reports. */
export function AdvertiserConsent() {
  const channel = useChannel();
  const isAllowed = useStore(advertiserChoice, (state) => state.isAllowed);
  useEffect(() => () => advertiserChoice.setState({ isAllowed: false }), []);
  if (!channel?.pixelConsent) return null;
  return (
    <CheckField isChecked={isAllowed} onChange={(ticked) => advertiserChoice.setState({ isAllowed: ticked })}>
      {channel.pixelConsent.wording}
    </CheckField>
  );
}
