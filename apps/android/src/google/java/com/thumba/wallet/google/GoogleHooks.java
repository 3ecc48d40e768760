package com.thumba.wallet.google;

import android.app.Activity;
import android.content.Context;
import androidx.credentials.CredentialManager;
import com.google.android.gms.auth.api.phone.SmsRetriever;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.WhenDestroyed;
import com.thumba.wallet.bridge.Hook;
import java.util.Map;

/** The hooks that need Google's libraries and Play services. The libraries are first used when a hook is called. */
public final class GoogleHooks {
  private GoogleHooks() {}

  public static Map<String, Hook> of(Activity activity, LenderSettings settings) {
    Context application = activity.getApplicationContext();
    CodeReader codeReader =
        new CodeReader(application, () -> SmsRetriever.getClient(application), smsHash(activity));
    GoogleSignIn signIn =
        new GoogleSignIn(activity, () -> CredentialManager.create(activity), settings.googleClientId());
    WhenDestroyed.run(
        activity,
        () -> {
          codeReader.stop();
          signIn.stop();
        });
    return Map.of("readCode", codeReader, "signInWithGoogle", signIn);
  }

  /** The text by which the SMS Retriever knows that an SMS is for this app. */
  public static String smsHash(Context context) {
    return SmsHash.of(context);
  }
}
