import { NUMBERS, type PublishRefusal } from './publish-wheel.ts';

/** The reason in a sentence for staff. */
export function describePublishRefusal(refusal: PublishRefusal): string {
  switch (refusal.kind) {
    case 'odds_not_whole':
      return `The odds make ${refusal.odds}, and have to make ${NUMBERS}.`;
    case 'not_one_nothing':
      return 'Exactly one prize has to be none: with no offer, and with no limit, because the numbers of prizes that ran out are its too.';
    case 'name_taken_twice':
      return `Two prizes have the name ${refusal.name}. Give each prize a name of its own.`;
    case 'no_such_offer':
      return `There is no coupon offer ${refusal.offer}.`;
    case 'published_meanwhile':
      return 'Another wheel was published since this was asked for. Look at it and ask again.';
  }
}
