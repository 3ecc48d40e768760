package com.thumba.wallet.phone;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import java.util.regex.Pattern;

/** Opens addresses of other sites, telephone numbers and pages of the store outside of this app. */
public final class ExternalOpener implements Hook {
  private static final int LONGEST_ADDRESS = 2000;
  /** A name before the host could look like another site's address. */
  private static final Pattern HTTPS = Pattern.compile("https://[^/?#\\\\@]+(?:[/?#].*)?");
  private static final Pattern MARKET = Pattern.compile("market://.+");
  private static final Pattern TELEPHONE = Pattern.compile("tel:[A-Za-z0-9+*().,;=%_-]{1,100}");
  private static final Pattern BLANK = Pattern.compile("[\\x00-\\x20\\x7f]");

  private final Activity activity;
  private final String ownHost;

  public ExternalOpener(Activity activity, String origin) {
    this.activity = activity;
    ownHost = Uri.parse(origin).getHost();
  }

  @Override
  public void ask(Argument argument, Reply reply) throws Argument.Invalid {
    Intent intent = intentFor(argument.text("url", LONGEST_ADDRESS));
    if (intent == null) reply.refuse(Refusal.REFUSED);
    else if (start(intent)) reply.value(true);
    else reply.refuse(Refusal.UNSUPPORTED);
  }

  /** @return false if the address may not be opened, or no app can open it */
  public boolean open(String address) {
    Intent intent = intentFor(address);
    return intent != null && start(intent);
  }

  private Intent intentFor(String address) {
    if (address.length() > LONGEST_ADDRESS || BLANK.matcher(address).find()) return null;
    Uri uri = Uri.parse(address);
    if (TELEPHONE.matcher(address).matches()) return outside(Intent.ACTION_DIAL, uri);
    if (MARKET.matcher(address).matches()) return outside(Intent.ACTION_VIEW, uri);
    if (!HTTPS.matcher(address).matches()) return null;
    // This app opens links to its own host, so such a link would not leave it.
    if (uri.getHost() == null || uri.getHost().equalsIgnoreCase(ownHost)) return null;
    return outside(Intent.ACTION_VIEW, uri).addCategory(Intent.CATEGORY_BROWSABLE);
  }

  private static Intent outside(String action, Uri uri) {
    return new Intent(action, uri).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
  }

  private boolean start(Intent intent) {
    try {
      activity.startActivity(intent);
      return true;
    } catch (ActivityNotFoundException | SecurityException noApp) {
      return false;
    }
  }
}
