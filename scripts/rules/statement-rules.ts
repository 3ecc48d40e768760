import { isOfTests, lineAt, type SourceFile } from './source-files.ts';

type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * One line for every parameter of an SQL statement that its type of values does not have, which the compiler cannot see.
 * Types of values that are declared in another file are not looked up, and such a statement is left to its test.
 */
export function findUnknownParameters(files: readonly SourceFile[]): string[] {
  return files.filter((file) => !isOfTests(file)).flatMap(unknownIn);
}

function unknownIn(file: SourceFile): string[] {
  const types = new Map<string, SyntaxNode>();
  const calls: SyntaxNode[] = [];
  visit(file.program as unknown as SyntaxNode, (node) => {
    if (node.type === 'TSTypeAliasDeclaration')
      types.set(nameOf(node.id as SyntaxNode), node.typeAnnotation as SyntaxNode);
    if (node.type === 'CallExpression' && nameOf(node.callee as SyntaxNode) === 'statement') calls.push(node);
  });
  return calls.flatMap((call) => {
    const [, values] = (call.typeArguments as { params: SyntaxNode[] } | null)?.params ?? [];
    const known = values === undefined ? [] : propertiesOf(values, types);
    const [, text] = call.arguments as SyntaxNode[];
    if (known === undefined || text === undefined) return [];
    return parametersIn(file, text)
      .filter(({ name }) => !known.includes(name))
      .map(
        ({ name, at }) =>
          `${file.path}:${lineAt(file.text, at)} uses $${name}, which the values of the statement do not have.`,
      );
  });
}

/** The names of a type's properties; undefined where a part of it is declared elsewhere. */
function propertiesOf(type: SyntaxNode, types: ReadonlyMap<string, SyntaxNode>): string[] | undefined {
  if (type.type === 'TSTypeLiteral') {
    return (type.members as SyntaxNode[]).map(({ key }) => nameOf(key as SyntaxNode));
  }
  if (type.type === 'TSIntersectionType') {
    const parts = (type.types as SyntaxNode[]).map((part) => propertiesOf(part, types));
    return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part!);
  }
  if (type.type !== 'TSTypeReference') return undefined;
  const declared = types.get(nameOf(type.typeName as SyntaxNode));
  return declared === undefined ? undefined : propertiesOf(declared, types);
}

/** The parameters in a text and in the texts that are put into it here. */
function parametersIn({ code }: SourceFile, text: SyntaxNode): { name: string; at: number }[] {
  return [...code.slice(text.start, text.end).matchAll(/\$([a-z]\w*)/gi)].map((match) => ({
    name: match[1]!,
    at: text.start + match.index,
  }));
}

function nameOf(node: SyntaxNode): string {
  return typeof node.name === 'string' ? node.name : '';
}

function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  see(node);
  for (const value of Object.values(node).flat()) {
    if (typeof (value as SyntaxNode | null)?.type === 'string') visit(value as SyntaxNode, see);
  }
}
