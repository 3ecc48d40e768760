import { useState } from 'react';
import { chooseTheme, chosenTheme } from '../../platform/theme.ts';
import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { settingsWords } from '../../words/settings.ts';

export function ThemeCard() {
  const [theme, setTheme] = useState(chosenTheme);
  const { title, names } = settingsWords.theme;
  return (
    <Card title={title}>
      <Choices
        legend={title}
        isLegendHidden
        options={[
          { value: 'system', label: names.system },
          { value: 'light', label: names.light },
          { value: 'dark', label: names.dark },
        ]}
        value={theme}
        onChange={(chosen) => {
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      />
    </Card>
  );
}
