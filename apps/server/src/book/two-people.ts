/** Who made a version and who approved it, by name. Null for what the program set up by itself. */
export type TwoPeople = { madeBy: string | null; checkedBy: string | null };

/** The SQL columns of `TwoPeople` for rows whose request is `requestId`. A person without an account is named as they signed. */
export function twoPeopleOf(requestId: string): string {
  const nameOf = (side: 'made_by' | 'checked_by') => `(select coalesce(m.name, person_of(r.${side}))
    from staff_request r left join staff_member m on m.staff_id = r.${side}_staff_id where r.request_id = ${requestId})`;
  return `${nameOf('made_by')} as "madeBy", ${nameOf('checked_by')} as "checkedBy"`;
}
