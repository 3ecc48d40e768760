package com.thumba.wallet.google;

import android.app.Activity;
import android.os.CancellationSignal;
import android.os.Handler;
import android.os.Looper;
import android.util.Base64;
import android.util.Log;
import androidx.credentials.Credential;
import androidx.credentials.CredentialManager;
import androidx.credentials.CredentialManagerCallback;
import androidx.credentials.GetCredentialRequest;
import androidx.credentials.GetCredentialResponse;
import androidx.credentials.exceptions.GetCredentialCancellationException;
import androidx.credentials.exceptions.GetCredentialException;
import androidx.credentials.exceptions.GetCredentialProviderConfigurationException;
import androidx.credentials.exceptions.GetCredentialUnsupportedException;
import androidx.credentials.exceptions.NoCredentialException;
import com.google.android.libraries.identity.googleid.GetSignInWithGoogleOption;
import com.google.android.libraries.identity.googleid.GoogleIdTokenCredential;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.json.JSONException;
import org.json.JSONObject;

/** The hook signInWithGoogle: an ID token of the account that the person chooses, by Credential Manager. */
final class GoogleSignIn implements Hook {
  /** One second less than the page waits. */
  static final long LIMIT_MS = 119_000;

  private static final String TAG = "ThumbaGoogleSignIn";
  private static final int NONCE_BYTES = 16;
  private static final int LONGEST_TOKEN = 4_096;
  private static final int URL_BASE64 = Base64.URL_SAFE | Base64.NO_PADDING | Base64.NO_WRAP;
  private static final Pattern ID_TOKEN = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){2}");
  private static final Set<String> TYPES =
      Set.of(
          GoogleIdTokenCredential.TYPE_GOOGLE_ID_TOKEN_CREDENTIAL,
          GoogleIdTokenCredential.TYPE_GOOGLE_ID_TOKEN_SIWG_CREDENTIAL);

  private final Activity activity;
  private final Supplier<CredentialManager> credentials;
  private final String clientId;
  private final SecureRandom random = new SecureRandom();
  private TimeLimitedReply open;

  GoogleSignIn(Activity activity, Supplier<CredentialManager> credentials, String clientId) {
    this.activity = activity;
    this.credentials = credentials;
    this.clientId = clientId;
  }

  @Override
  public void ask(Argument argument, Reply reply) {
    stop();
    String nonce = newNonce();
    CancellationSignal signal = new CancellationSignal();
    TimeLimitedReply request = new TimeLimitedReply(reply, LIMIT_MS, signal::cancel);
    open = request;
    Handler mainThread = new Handler(Looper.getMainLooper());
    credentials.get().getCredentialAsync(
        activity,
        new GetCredentialRequest.Builder()
            .addCredentialOption(
                new GetSignInWithGoogleOption.Builder(clientId).setNonce(nonce).build())
            .build(),
        signal,
        mainThread::post,
        new Answer(request, nonce));
  }

  /** Ends the open request, if there is one. */
  void stop() {
    if (open != null) open.refuse(Refusal.FAILED);
  }

  private String newNonce() {
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    return Base64.encodeToString(bytes, URL_BASE64);
  }

  private record Answer(TimeLimitedReply request, String nonce)
      implements CredentialManagerCallback<GetCredentialResponse, GetCredentialException> {

    @Override
    public void onResult(GetCredentialResponse response) {
      String token = tokenOf(response.getCredential());
      if (token != null && isOurs(token)) request.value(token);
      else request.refuse(Refusal.FAILED);
    }

    @Override
    public void onError(GetCredentialException fault) {
      Log.i(TAG, fault.getType());
      request.refuse(refusalFor(fault));
    }

    /** A token that was made for another request has another nonce. */
    private boolean isOurs(String token) {
      try {
        byte[] claims = Base64.decode(token.split("\\.")[1], URL_BASE64);
        return nonce.equals(new JSONObject(new String(claims, StandardCharsets.UTF_8)).opt("nonce"));
      } catch (IllegalArgumentException | JSONException notAToken) {
        return false;
      }
    }
  }

  /** @return null if the credential is not an ID token of Google */
  private static String tokenOf(Credential credential) {
    if (!TYPES.contains(credential.getType())) return null;
    try {
      String token = GoogleIdTokenCredential.createFrom(credential.getData()).getIdToken();
      return token.length() <= LONGEST_TOKEN && ID_TOKEN.matcher(token).matches() ? token : null;
    } catch (Exception invalid) {
      // The library throws a checked exception that it does not declare, so it has to be caught by this type.
      return null;
    }
  }

  private static Refusal refusalFor(GetCredentialException fault) {
    if (fault instanceof GetCredentialCancellationException || fault instanceof NoCredentialException)
      return Refusal.REFUSED;
    return fault instanceof GetCredentialProviderConfigurationException
            || fault instanceof GetCredentialUnsupportedException
        ? Refusal.UNSUPPORTED
        : Refusal.FAILED;
  }
}
