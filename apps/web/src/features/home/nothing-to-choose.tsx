import { EmptyState } from '../../ui/empty-state.tsx';
import { homeWords } from '../../words/home.ts';

export function NothingToChoose() {
  const { title, text } = homeWords.nothingToChoose;
  return <EmptyState title={title}>{text}</EmptyState>;
}
