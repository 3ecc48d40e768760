-- Days that count neither as days late nor for penalties, because a posting that was our mistake had cleared the plan.
alter table instalment add column excused_days jsonb not null default '[]';
