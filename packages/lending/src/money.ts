declare const ngweeBrand: unique symbol;

/** An amount of money in ngwee (100 ngwee = 1 kwacha): always a safe integer, never negative. */
export type Ngwee = number & { readonly [ngweeBrand]: true };
