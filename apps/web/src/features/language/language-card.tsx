import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { languageWords } from '../../words/language.ts';
import { settingsWords } from '../../words/settings.ts';
import styles from './language.module.css';
import { useLanguageChoice } from './use-language-choice.ts';

/** The languages that are on, each by its own name. */
export function LanguageCard() {
  const { options, tag, message, choose } = useLanguageChoice();
  const { title } = settingsWords.language;
  const { draft, mixed } = languageWords;
  const isDraft = options.some((option) => option.tag === tag && option.isDraft);
  return (
    <Card title={title}>
      <Choices
        legend={title}
        isLegendHidden
        layout="rows"
        options={options.map((option) => ({
          value: option.tag,
          label: option.name,
          ...(option.isDraft ? { detail: draft } : {}),
        }))}
        value={tag}
        onChange={choose}
      />
      {isDraft && <p className={styles.note}>{mixed}</p>}
      <p className={styles.note} role="status">
        {message}
      </p>
    </Card>
  );
}
