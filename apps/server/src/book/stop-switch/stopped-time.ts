/**
 * SQL: for how long lending, or an operator, was stopped between two instants. Time in which both were stopped counts
 * once. A stop whose start has an earlier instant, by the clock of another machine, took no time. Rule:
 * docs/running/operators.md.
 */
export function stoppedTime({
  operator,
  from,
  until,
}: {
  operator: string;
  from: string;
  until: string;
}): string {
  const stop = 'greatest(s.switched_at, w.from_at), least(s.ended_at, w.until_at)';
  return `coalesce((select sum(upper(stopped) - lower(stopped)) from unnest((
      select range_agg(tstzrange(${stop}))
      from (values (${from}, ${until})) as w (from_at, until_at), (
        select is_stopped, switched_at, coalesce(lead(switched_at) over (order by switch_id), 'infinity') as ended_at
        from lending_switch
        union all
        select is_stopped, switched_at, coalesce(lead(switched_at) over (order by switch_id), 'infinity')
        from operator_switch where operator = ${operator}
      ) s
      where s.is_stopped and s.switched_at < s.ended_at and s.switched_at < w.until_at and s.ended_at > w.from_at and w.from_at < w.until_at
    )) as stopped), interval '0')`;
}
