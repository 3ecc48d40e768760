-- When the next call of a kind may be made to an operator. All processes take their turns from here.
create table operator_call_turn (
  -- Which connection to which operator.
  route text not null,
  kind text not null check (kind in ('instruction', 'status', 'account')),
  next_turn_at timestamptz not null,
  primary key (route, kind)
);
