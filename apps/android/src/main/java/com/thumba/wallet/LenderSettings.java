package com.thumba.wallet;

import android.content.Context;
import android.content.res.Resources;

/**
 * What the build wrote into the app from the lender's settings file.
 *
 * @param origin scheme, host and port of the lender's site, without a slash at the end
 * @param shortestTermDays the shortest term of this build: 1 in the flavour direct, 61 in the flavour store
 * @param readsMessages whether this build may read SMS of operators and banks
 * @param updatesItself whether this build installs newer versions from the lender's site
 * @param googleClientId the client id of the lender's server at Google, empty without Google
 */
public record LenderSettings(
    String origin,
    int shortestTermDays,
    boolean readsMessages,
    boolean updatesItself,
    String googleClientId) {

  /** Whether the site must know the shortest term of this build before it shows a term. */
  public boolean hidesShortTerms() {
    return shortestTermDays > 1;
  }

  public static LenderSettings of(Context context) {
    Resources resources = context.getResources();
    return new LenderSettings(
        resources.getString(R.string.lender_origin),
        resources.getInteger(R.integer.lender_shortest_term_days),
        resources.getBoolean(R.bool.lender_reads_messages),
        resources.getBoolean(R.bool.lender_updates_itself),
        resources.getString(R.string.lender_google_client_id));
  }
}
