-- The list of loans is narrowed to a product (docs/decisions/0152-the-loans-of-a-product.md). As in 0160, what narrows the
-- list stands before what it is sorted by. The terms of a loan change only where a counter-offer is signed.
create index loan_list_product_number
  on loan (state, (coalesce((terms ->> 'productId')::integer, 0)), loan_id);
create index loan_list_product_disbursed
  on loan (state, (coalesce((terms ->> 'productId')::integer, 0)), disbursed_on, loan_id)
  where disbursed_on is not null;
