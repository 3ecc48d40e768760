import { readAddresses } from './simulator.ts';
import { usePolled } from './use-polled.ts';

export function Addresses() {
  const { data } = usePolled(readAddresses);
  if (!data) return null;
  return (
    <section className="card" aria-labelledby="addresses-title">
      <h2 id="addresses-title">For developers</h2>
      <p className="quiet">Programs that call these operators can call the simulator here:</p>
      <dl className="addresses">
        <dt>MTN MoMo</dt>
        <dd>{data.mtn}</dd>
        <dt>Airtel Money</dt>
        <dd>{data.airtel}</dd>
      </dl>
    </section>
  );
}
