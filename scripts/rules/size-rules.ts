import { lineAt, type SourceFile } from './source-files.ts';

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;

type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>;

const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Answers one line for each file and each function that is too long. */
export function findLongPieces(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...longFile(file), ...longFunctions(file)]);
}

function longFile({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split('\n').length;
  return lines > MAX_FILE_LINES ? [`${path} has ${lines} lines: a file has at most ${MAX_FILE_LINES}.`] : [];
}

function longFunctions({ path, text, program }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined) => {
    if (FUNCTIONS.test(node.type) && !isListOfTests(parent)) {
      const first = lineAt(text, node.start);
      const lines = lineAt(text, node.end) - first + 1;
      if (lines > MAX_FUNCTION_LINES) {
        found.push(
          `${path}:${first} is a function of ${lines} lines: a function has at most ${MAX_FUNCTION_LINES}.`,
        );
      }
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program as unknown as SyntaxNode, undefined);
  return found;
}

/** The callback of `describe` is a list of tests, so its length does not count. */
function isListOfTests(parent: SyntaxNode | undefined): boolean {
  if (parent?.type !== 'CallExpression') return false;
  let callee = parent.callee as SyntaxNode;
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') {
    callee = (callee.type === 'CallExpression' ? callee.callee : callee.object) as SyntaxNode;
  }
  return callee.type === 'Identifier' && callee.name === 'describe';
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string');
}
