declare const dayBrand: unique symbol;

/** A calendar day in Lusaka, written `YYYY-MM-DD`. It has no time and no zone, so no clock can move it. */
export type Day = string & { readonly [dayBrand]: true };
