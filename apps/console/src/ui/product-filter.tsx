import { Select } from './field.tsx';

/** Narrows a report to the loans of one product. */
export function ProductFilter({
  value,
  products,
  onChange,
}: {
  value: string;
  products: readonly { productId: number; name: string }[] | undefined;
  onChange: (product: string) => void;
}) {
  return (
    <Select
      label="Product"
      value={value}
      choices={[
        { value: '', text: 'All products' },
        ...(products ?? []).map(({ productId, name }) => ({ value: String(productId), text: name })),
      ]}
      onChange={onChange}
    />
  );
}

/** The product of the address, where it is a number. */
export function productOf(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
