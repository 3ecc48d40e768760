package com.thumba.wallet.shell;

import android.content.Intent;
import android.net.Uri;

/**
 * Which addresses belong to the lender's site. Addresses are compared as text, because Android and the WebView do not
 * read every strange address in the same way.
 *
 * @param origin scheme, host and port, without a slash at the end
 */
public record LenderSite(String origin) {
  private static final int LONGEST_LINK = 2000;

  public String homeAddress() {
    return origin + "/";
  }

  public boolean holds(String address) {
    return address != null && (address.equals(origin) || address.startsWith(origin + "/"));
  }

  /** The address of this site that another app asks to open, or null. */
  public String linkIn(Intent intent) {
    if (intent == null || !Intent.ACTION_VIEW.equals(intent.getAction())) return null;
    Uri link = intent.getData();
    String address = link == null ? null : link.toString();
    return holds(address) && address.length() <= LONGEST_LINK ? address : null;
  }
}
