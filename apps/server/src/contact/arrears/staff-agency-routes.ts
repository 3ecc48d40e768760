import { readStaffNames } from '../../book/staff-names.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { listAgencyFiles, makeAgencyFile, recall, sumAgencies } from './agency.ts';
import type { ArrearsRouteDeps } from './route-deps.ts';
import { askForHandover } from './staff-agency.ts';
import { NO_SUCH_AGENCY, NOT_WITH_AGENCY } from './staff-refusals.ts';

/** A preview has no reason yet, and each request needs one. */
const NO_REASON_YET = 'not given yet';

/** Late loans that an agency collects, and the files for the agencies. */
export function registerAgencyRoutes(server: StaffServer, deps: ArrearsRouteDeps): void {
  const agencies = deps.lender.collectionAgencies;
  const ask = async (loanId: number, agency: string, reason: string) => {
    const borrowerId = (await deps.findBorrowerOfLoan(loanId))!;
    const asked = await askForHandover({ ...deps, agencies }, { borrowerId, loanId, agency }, reason);
    return asked.ok ? done(asked.value) : refusedHandover(asked.refusal);
  };

  serveStaff(server, 'previewAgency', async ({ params: { loanId }, body }) => {
    const asked = await ask(loanId, body.agency, NO_REASON_YET);
    if (asked.code !== 200) return asked;
    const { title, effect, message } = asked.data;
    return done({ title, effect: [...effect], message });
  });

  serveStaff(server, 'askForAgency', async ({ params: { loanId }, body }, { person }) => {
    const asked = await ask(loanId, body.agency, body.reason);
    return asked.code === 200 ? deps.fileRequest(asked.data, person) : asked;
  });

  serveStaff(server, 'recallFromAgency', async ({ params: { loanId }, body }, { person }) => {
    const borrowerId = await deps.findBorrowerOfLoan(loanId);
    if (borrowerId === undefined) return NOT_FOUND;
    const recalled = await recall(deps, { borrowerId, loanId }, { ...body, by: person });
    return recalled ? done(null) : NOT_WITH_AGENCY;
  });

  serveStaff(server, 'listAgencyFiles', async () => {
    const [sums, files] = await Promise.all([sumAgencies(deps.db), listAgencyFiles(deps.db)]);
    const nameOf = await readStaffNames(
      deps.db,
      files.map(({ actor }) => actor),
    );
    const named = new Set([...agencies, ...sums.map(({ agency }) => agency)]);
    return done({
      agencies: [...named].map((agency) => {
        const sum = sums.find((one) => one.agency === agency);
        return {
          agency,
          isNamed: agencies.includes(agency),
          loans: sum?.loans ?? 0,
          notTold: sum?.not_told ?? 0,
          stopsNotTold: sum?.stops_not_told ?? 0,
        };
      }),
      files: files.map((file) => ({
        fileId: file.file_id,
        agency: file.agency,
        madeAt: file.made_at.toISOString(),
        by: nameOf(file.actor),
        loans: file.loans,
        stops: file.stops,
        sha256: file.sha256.toString('hex'),
      })),
    });
  });

  serveStaff(server, 'makeAgencyFile', async ({ body: { agency } }, { person, note }) => {
    const sums = await sumAgencies(deps.db);
    if (!agencies.includes(agency) && !sums.some((sum) => sum.agency === agency)) return NO_SUCH_AGENCY;
    const { fileId, fileName, text, loans, stops, sha256 } = await makeAgencyFile(deps, agency, person);
    note({ fileId, loans, stops, sha256 });
    return done({ fileName, base64: Buffer.from(text).toString('base64'), loans, stops });
  });
}

function refusedHandover({ kind, sentence }: { kind: string; sentence: string }): Reply<never> {
  return refused(409, sentence, { reason: kind });
}
