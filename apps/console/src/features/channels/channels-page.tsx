import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { ChannelDialog } from './channel-dialog.tsx';

type Channel = StaffAnswer<'listChannels'>['items'][number];

/** The ways by which borrowers come to the app, with the pixels of advertisements. */
export function ChannelsPage() {
  const mayChange = usePerson().permissions.includes('changeCampaigns');
  const [asked, setAsked] = useState<Channel | 'new' | null>(null);
  const query = useStaffAnswer('listChannels', {});
  useKeys('Channels', [
    ...(mayChange ? [{ keys: 'n', does: 'New channel', run: () => setAsked('new') }] : []),
  ]);
  const columns: readonly Column<Channel>[] = [
    { title: 'Channel', cell: ({ name, isDefault }) => (isDefault ? `${name}, the default one` : name) },
    { title: 'Code', cell: ({ channelCode }) => channelCode },
    { title: 'Pixel', cell: (channel) => <Pixel channel={channel} /> },
    { title: 'App file', cell: appFileOf, isExtra: true },
    { title: 'Package', cell: ({ packageName }) => packageName, isExtra: true },
    { title: 'Version', cell: ({ version }) => version, isRight: true },
    { title: 'Asked by', cell: ({ madeBy }) => madeBy ?? 'the program', isExtra: true },
    { title: 'Approved by', cell: ({ checkedBy }) => checkedBy ?? '', isExtra: true },
    {
      title: 'Change',
      cell: (channel) => <Change channel={channel} onAsk={mayChange ? () => setAsked(channel) : undefined} />,
    },
  ];
  return (
    <Page
      title="Channels"
      note="the ways by which borrowers come to the app"
      actions={
        <>
          <ListFiles list="listChannels" />
          {mayChange && (
            <Button keys="N" onClick={() => setAsked('new')}>
              New channel
            </Button>
          )}
        </>
      }
    >
      <Card isFlush>
        <Answer query={query}>
          {({ items }) => (
            <Table label="Channels" rows={items} columns={columns} keyOf={({ channelCode }) => channelCode} />
          )}
        </Answer>
      </Card>
      {asked && (
        <ChannelDialog channel={asked === 'new' ? undefined : asked} onClose={() => setAsked(null)} />
      )}
    </Page>
  );
}

function Pixel({ channel: { mayHavePixel, pixelId, hasPixelToken } }: { channel: Channel }) {
  if (!mayHavePixel) return 'this channel has none';
  if (pixelId === null) return 'not set';
  return hasPixelToken ? `${pixelId}, reports registrations` : `${pixelId}, without a token: reports nothing`;
}

/** The SHA-256 is in the dialog and in the file of the list. */
function appFileOf({ apkUrl, apkVersionCode }: Channel): string {
  if (apkUrl === '') return 'none';
  return apkVersionCode === null ? apkUrl : `${apkUrl}, version code ${apkVersionCode}`;
}

type ChangeProps = { channel: Channel; onAsk: (() => void) | undefined };

function Change({ channel: { waitingRequestId, name }, onAsk }: ChangeProps) {
  if (waitingRequestId !== null) return <Badge look="warn">waits for a second person</Badge>;
  return (
    onAsk && (
      <Button look="link" onClick={onAsk}>
        Change<span className="visually-hidden"> {name}</span>
      </Button>
    )
  );
}
