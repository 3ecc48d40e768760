import { Row, RowLink } from '../../ui/row-link.tsx';
import { billWords } from '../../words/bill.ts';

/** The contract, or where it is if the loan came from an earlier system of the lender. */
export function ContractRow({ contractUrl }: { contractUrl: string }) {
  const { title, detail, elsewhere } = billWords.links.contract;
  return contractUrl === '' ? (
    <Row title={title} detail={elsewhere} />
  ) : (
    <RowLink to={contractUrl} title={title} detail={detail} />
  );
}
