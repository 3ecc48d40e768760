import { languageWords } from '../../words/language.ts';
import { settingsWords } from '../../words/settings.ts';
import styles from './language.module.css';
import { useLanguageChoice } from './use-language-choice.ts';

/** The names of the languages side by side, for a visitor who reads no English. */
export function LanguageLine() {
  const { options, tag, message, choose } = useLanguageChoice();
  return (
    <div className={styles.line}>
      <fieldset className={styles.names}>
        <legend className="visually-hidden">{settingsWords.language.title}</legend>
        {options.map((option) => (
          <button
            key={option.tag}
            type="button"
            lang={option.tag}
            className={styles.name}
            aria-pressed={option.tag === tag}
            onClick={() => choose(option.tag)}
          >
            {option.name}
          </button>
        ))}
      </fieldset>
      {options.some((option) => option.tag === tag && option.isDraft) && (
        <p className={styles.note}>{languageWords.draft}</p>
      )}
      <p className={styles.note} role="status">
        {message}
      </p>
    </div>
  );
}
