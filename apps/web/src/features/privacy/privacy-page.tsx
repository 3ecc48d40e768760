import { PageFrame } from '../../ui/page-frame.tsx';
import { PrivacyText } from './privacy-text.tsx';

export function PrivacyPage() {
  return (
    <PageFrame title="Privacy Policy" backTo="/home">
      <PrivacyText />
    </PageFrame>
  );
}
