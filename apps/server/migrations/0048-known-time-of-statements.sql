-- What a statement can tell: an import before the end of its days says nothing of the time after it.
create view operator_statement_known_time as
  select statement_id, operator, tstzrange(covers_from, least(covers_until, imported_at)) as instants
  from operator_statement_cover where covers_from < imported_at;
