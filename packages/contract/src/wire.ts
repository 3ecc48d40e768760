import type { input, output, ZodType } from 'zod';
import type { CallName } from './calls.ts';
import type { Schemas } from './schemas.ts';

type Part<Name extends CallName, Key extends string> =
  Schemas[Name] extends Record<Key, infer Schema extends ZodType> ? Schema : never;

/** The request of a client: path parameters, query and body, as far as the call has them. */
export type Request<Name extends CallName> = (Schemas[Name] extends { params: infer Schema extends ZodType }
  ? { params: { [Key in keyof input<Schema>]: string | number } }
  : { params?: undefined }) &
  (Schemas[Name] extends { query: infer Schema extends ZodType }
    ? // A query of which every field may be left out may be left out itself.
      Partial<input<Schema>> extends input<Schema>
      ? { query?: input<Schema> | undefined }
      : { query: input<Schema> }
    : { query?: undefined }) &
  (Schemas[Name] extends { body: infer Schema extends ZodType }
    ? { body: input<Schema> }
    : { body?: undefined });

/** The parts of a request as a handler receives them: checked, with defaults. */
export type Params<Name extends CallName> = output<Part<Name, 'params'>>;
export type Query<Name extends CallName> = output<Part<Name, 'query'>>;
export type Body<Name extends CallName> = output<Part<Name, 'body'>>;

/** The content of `data` when the code is 200. */
export type Answer<Name extends CallName> = output<Schemas[Name]['output']>;
