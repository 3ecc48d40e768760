declare const rateBrand: unique symbol;

/** A share or a daily rate as an exact decimal string, for example `"0.004"`. Never a float. */
export type Rate = string & { readonly [rateBrand]: true };
