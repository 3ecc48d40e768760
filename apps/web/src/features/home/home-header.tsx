import type { ReactNode } from 'react';
import { useHeadingFocus } from '../../platform/navigation.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './home.module.css';

type HomeHeaderProps = {
  /** Shown opposite the brand: a login button, or the signed-in borrower. */
  aside?: ReactNode;
  heading: ReactNode;
  look: 'tagline' | 'greeting' | 'late';
  /** Stands in for a page that is still loading and will take the focus itself. */
  isPlaceholder?: boolean;
};

/** The coloured top of the home page. The first card of the page overlaps it. */
export function HomeHeader({ aside, heading, look, isPlaceholder = false }: HomeHeaderProps) {
  const headingElement = useHeadingFocus(!isPlaceholder);
  return (
    <header className={classNames(styles.header, styles[look])}>
      <div className={styles.brand}>
        <BrandMark className={styles.mark} />
        <span className={styles.name}>Thumba</span>
        <span className={styles.aside}>{aside}</span>
      </div>
      <h1 ref={headingElement} tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
    </header>
  );
}
