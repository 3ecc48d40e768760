import { SelectField, TextField } from '../../ui/field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { uiWords } from '../../words/ui.ts';
import type { Column } from './columns.ts';
import { DateField } from './date-field.tsx';
import { RegionField } from './region-field.tsx';

type ColumnFieldProps = {
  column: Column;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** One field as the server describes it. */
export function ColumnField({ column, value, onChange, error }: ColumnFieldProps) {
  const { type, placeholder, hint, maxLength, columnCode } = column;
  const label = column.required ? column.label : authenticationWords.optional(column.label);
  const text = {
    label,
    error,
    name: columnCode,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(hint === undefined ? {} : { hint }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  switch (type) {
    case 'text':
      return <TextField {...text} autoComplete="off" />;
    case 'email':
      return (
        <TextField {...text} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
      );
    case 'number':
      return (
        <TextField
          {...text}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
        />
      );
    case 'money':
      return (
        <TextField
          {...text}
          prefix="K"
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => onChange(target.value.replace(/[^\d.]/g, ''))}
        />
      );
    case 'phone':
      return <PhoneField label={label} name={columnCode} value={value} onChange={onChange} error={error} />;
    case 'date':
      return <DateField label={label} value={value} onChange={onChange} error={error} />;
    case 'select':
      return (
        <SelectField {...text} options={column.options ?? []} placeholder={placeholder ?? uiWords.choose} />
      );
    case 'region':
      return (
        <RegionField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          placeholder={placeholder}
        />
      );
    case 'file':
      // Pictures of a person's papers are taken on the identity page, which frames and compresses them.
      return null;
  }
}
