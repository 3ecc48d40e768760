/** An invented person, in the layout of the United Nations' list. */
export type SampleIndividual = {
  reference: string;
  names: readonly string[];
  aliases?: readonly string[];
  birth?: { date: string } | { year: string } | { fromYear: string; toYear: string };
};

/** An invented list in the layout that the Security Council publishes. */
export function sampleUnList(
  individuals: readonly SampleIndividual[],
  madeAt = '2026-11-20T23:00:02.221-05:00',
): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="un-sc.xsd" dateGenerated="${madeAt}">
  <INDIVIDUALS>
${individuals.map(individual).join('\n')}
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY>
      <DATAID>110403</DATAID>
      <FIRST_NAME>INVENTED TRADING COMPANY</FIRST_NAME>
      <REFERENCE_NUMBER>INe.001</REFERENCE_NUMBER>
      <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>ITC</ALIAS_NAME></ENTITY_ALIAS>
    </ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>`;
}

const NAME_ELEMENTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

function individual({ reference, names, aliases = [], birth }: SampleIndividual, index: number): string {
  return `    <INDIVIDUAL>
      <DATAID>${6_900_000 + index}</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
${names.map((name, at) => `      <${NAME_ELEMENTS[at]}>${name}</${NAME_ELEMENTS[at]}>`).join('\n')}
      <UN_LIST_TYPE>Invented</UN_LIST_TYPE>
      <REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER>
      <LISTED_ON>2020-01-01</LISTED_ON>
      <COMMENTS1>An invented person &amp; no other.</COMMENTS1>
      <NATIONALITY><VALUE>Nowhere</VALUE></NATIONALITY>
      <LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
      <LAST_DAY_UPDATED><VALUE>2021-01-01</VALUE></LAST_DAY_UPDATED>
${aliases.map((alias) => `      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${alias}</ALIAS_NAME></INDIVIDUAL_ALIAS>`).join('\n')}
      <INDIVIDUAL_ADDRESS><COUNTRY>Nowhere</COUNTRY></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_DATE_OF_BIRTH>${birthElements(birth)}</INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Nowhere</CITY></INDIVIDUAL_PLACE_OF_BIRTH>
      <SORT_KEY/>
      <SORT_KEY_LAST_MOD/>
    </INDIVIDUAL>`;
}

function birthElements(birth: SampleIndividual['birth']): string {
  if (!birth) return '';
  if ('date' in birth) return `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${birth.date}</DATE>`;
  if ('year' in birth) return `<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>${birth.year}</YEAR>`;
  return `<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>${birth.fromYear}</FROM_YEAR><TO_YEAR>${birth.toYear}</TO_YEAR>`;
}
