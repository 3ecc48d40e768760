-- The language of the messages to a borrower: chosen in the app, and at first that of the app they registered with.
alter table borrower
  add column language text not null default 'en'
    constraint borrower_language check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z]{2})?$');

-- The lender's own words of a version in other languages, by their tags. `wording` is English.
alter table message_template
  add column translations jsonb not null default '{}'
    constraint message_template_translations check (jsonb_typeof(translations) = 'object');
