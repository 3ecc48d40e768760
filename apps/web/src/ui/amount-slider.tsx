import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { CSSProperties } from 'react';
import { uiWords } from '../words/ui.ts';
import styles from './amount-slider.module.css';
import { IconButton } from './button.tsx';

type AmountSliderProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** The text of a value, such as "K1,000". */
  format: (value: number) => string;
};

/** A native range input with a button on each side: drag, arrow keys, or one step at a time. */
export function AmountSlider({ label, min, max, step, value, onChange, format }: AmountSliderProps) {
  const share = max > min ? (value - min) / (max - min) : 1;
  const change = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <div>
      <div className={styles.row}>
        <IconButton
          label={uiWords.less(label.toLowerCase())}
          onClick={() => change(value - step)}
          isDisabled={value <= min}
        >
          <Minus aria-hidden="true" />
        </IconButton>
        <input
          type="range"
          className={styles.range}
          style={{ '--share': share } as CSSProperties}
          aria-label={label}
          aria-valuetext={format(value)}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => change(Number(event.target.value))}
        />
        <IconButton
          label={uiWords.more(label.toLowerCase())}
          onClick={() => change(value + step)}
          isDisabled={value >= max}
        >
          <Plus aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
