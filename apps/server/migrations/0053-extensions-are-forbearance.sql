-- The snapshot also counts by the original due dates. Snapshots of earlier days, and of an earlier version that still
-- runs, have no such figures.
alter table portfolio_snapshot
  add column loans_by_original_date bigint,
  add column principal_by_original_date_ngwee bigint,
  add column total_by_original_date_ngwee bigint;

create or replace view portfolio_at_risk as
  select s.business_on,
    sum(s.loans)::bigint as loans,
    sum(s.principal_ngwee)::bigint as principal_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late >= 1), 0)::bigint as par1_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late > 7), 0)::bigint as par7_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late > 30), 0)::bigint as par30_ngwee,
    coalesce(sum(s.principal_ngwee) filter (where b.from_days_late > 90), 0)::bigint as par90_ngwee,
    (sum(s.principal_by_original_date_ngwee) filter (where b.from_days_late >= 1))::bigint
      as par1_by_original_date_ngwee,
    (sum(s.principal_by_original_date_ngwee) filter (where b.from_days_late > 7))::bigint
      as par7_by_original_date_ngwee,
    (sum(s.principal_by_original_date_ngwee) filter (where b.from_days_late > 30))::bigint
      as par30_by_original_date_ngwee,
    (sum(s.principal_by_original_date_ngwee) filter (where b.from_days_late > 90))::bigint
      as par90_by_original_date_ngwee
  from portfolio_snapshot s join ageing_bucket b using (bucket)
  group by s.business_on;

-- The shipped products asked 10 % for 7 days, 521.4 % a year. Where they are still as shipped, their next version asks
-- 5 %, as a new installation does. A product that staff saved is not changed.
insert into catalogue_version (revision, part, item, version, content, saved_by, saved_at)
select (select max(revision) from catalogue_version) + row_number() over (order by newest.item), 'product', newest.item,
  newest.version + 1,
  jsonb_set(newest.content, '{extension,rate}', '"0.05"') || jsonb_build_object('version', newest.version + 1),
  'setup', now()
from (
  select distinct on (item) item, version, content, saved_by from catalogue_version
  where part = 'product' order by item, version desc
) newest
where newest.saved_by = 'setup' and newest.content -> 'extension' @> '{"days": 7, "rate": "0.10"}';
