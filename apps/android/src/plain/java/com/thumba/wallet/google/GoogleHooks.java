package com.thumba.wallet.google;

import android.app.Activity;
import android.content.Context;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.bridge.Hook;
import java.util.Map;

/** A build without Google's libraries has none of their hooks. */
public final class GoogleHooks {
  private GoogleHooks() {}

  public static Map<String, Hook> of(Activity activity, LenderSettings settings) {
    return Map.of();
  }

  /** A build without the SMS Retriever has no text by which it finds an SMS. */
  public static String smsHash(Context context) {
    return "";
  }
}
