import type { input, output, ZodType } from 'zod';
import type { StaffCallName } from './calls.ts';
import type { StaffSchemas } from './schemas.ts';

type Part<Name extends StaffCallName, Key extends string> =
  StaffSchemas[Name] extends Record<Key, infer Schema extends ZodType> ? Schema : never;

/** The request of the console: path parameters, query and body, as far as the call has them. */
export type StaffRequest<Name extends StaffCallName> = (StaffSchemas[Name] extends {
  params: infer Schema extends ZodType;
}
  ? { params: { [Key in keyof input<Schema>]: string | number } }
  : { params?: undefined }) &
  (StaffSchemas[Name] extends { query: infer Schema extends ZodType }
    ? { query: input<Schema> }
    : { query?: undefined }) &
  (StaffSchemas[Name] extends { body: infer Schema extends ZodType }
    ? { body: input<Schema> }
    : { body?: undefined });

/** The parts of a request as a handler receives them: checked, with defaults. */
export type StaffParams<Name extends StaffCallName> = output<Part<Name, 'params'>>;
export type StaffQuery<Name extends StaffCallName> = output<Part<Name, 'query'>>;
export type StaffBody<Name extends StaffCallName> = output<Part<Name, 'body'>>;

/** The content of `data` when the code is 200. */
export type StaffAnswer<Name extends StaffCallName> = output<StaffSchemas[Name]['output']>;
