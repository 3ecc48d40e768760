/** What the page reads of a JSON schema. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
};

export type SchemaRow = { name: string; type: string; isRequired: boolean; about: string };

/** The fields of a schema, those inside other fields with their path: `plans[].dueDate`. */
export function schemaRows(
  schema: Schema,
  shared: Record<string, Schema>,
  prefix = '',
  depth = 0,
): SchemaRow[] {
  const { schema: inner, suffix } = innermost(resolved(schema, shared), shared);
  if (!inner.properties || depth > DEEPEST) return [];
  return Object.entries(inner.properties).flatMap(([key, property]) => {
    const name = `${prefix}${suffix}${prefix || suffix ? '.' : ''}${key}`;
    const row = {
      name: name.replace(/^\./, ''),
      type: typeText(property, shared),
      isRequired: inner.required?.includes(key) ?? false,
      about: aboutText(property, shared),
    };
    return [row, ...schemaRows(property, shared, row.name, depth + 1)];
  });
}

const DEEPEST = 4;

/** A list is described by what is in it, and a value that may be null by what it is otherwise. */
function innermost(schema: Schema, shared: Record<string, Schema>): { schema: Schema; suffix: string } {
  if (schema.items) {
    const { schema: item, suffix } = innermost(resolved(schema.items, shared), shared);
    return { schema: item, suffix: `[]${suffix}` };
  }
  const choice = schema.anyOf?.map((one) => resolved(one, shared)).find(({ type }) => type !== 'null');
  return choice ? innermost(choice, shared) : { schema, suffix: '' };
}

function resolved(schema: Schema, shared: Record<string, Schema>): Schema {
  const name = nameOf(schema);
  return name === undefined ? schema : { ...shared[name], ...schema };
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

export function typeText(schema: Schema, shared: Record<string, Schema>): string {
  const whole = resolved(schema, shared);
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (whole.enum) return whole.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (whole.items) return `list of ${typeText(whole.items, shared)}`;
  const choices = whole.anyOf ?? whole.oneOf;
  if (choices) return choices.map((choice) => typeText(choice, shared)).join(' or ');
  const type = [whole.type ?? 'any'].flat().join(' or ');
  const name = nameOf(schema);
  return whole.format ? `${type} (${whole.format})` : name === 'Kwacha' || name === 'Mobile' ? name : type;
}

function aboutText(schema: Schema, shared: Record<string, Schema>): string {
  const { description, maxLength, minimum, maximum } = resolved(schema, shared);
  const limits = [
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined || minimum <= 0 ? '' : `at least ${minimum}`,
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : `at most ${maximum}`,
  ].filter(Boolean);
  return [description ?? '', ...limits].filter(Boolean).join('; ');
}
