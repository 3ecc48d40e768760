package com.thumba.wallet.google;

import static com.google.android.libraries.identity.googleid.GoogleIdTokenCredential.TYPE_GOOGLE_ID_TOKEN_CREDENTIAL;
import static com.google.android.libraries.identity.googleid.GoogleIdTokenCredential.TYPE_GOOGLE_ID_TOKEN_SIWG_CREDENTIAL;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.os.Bundle;
import android.os.Looper;
import android.util.Base64;
import androidx.credentials.Credential;
import androidx.credentials.CustomCredential;
import androidx.credentials.PasswordCredential;
import androidx.credentials.exceptions.GetCredentialCancellationException;
import androidx.credentials.exceptions.GetCredentialException;
import androidx.credentials.exceptions.GetCredentialProviderConfigurationException;
import androidx.credentials.exceptions.GetCredentialUnknownException;
import androidx.credentials.exceptions.GetCredentialUnsupportedException;
import androidx.credentials.exceptions.NoCredentialException;
import com.google.android.libraries.identity.googleid.GoogleIdTokenCredential;
import com.thumba.wallet.WhenDestroyed;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class GoogleSignInTest {
  private static final String CLIENT_ID = "lender.apps.googleusercontent.com";
  private static final Argument NONE = new Argument(new JSONObject());

  private final ActivityController<Activity> window = Robolectric.buildActivity(Activity.class).setup();
  private final AccountChooser chooser = new AccountChooser();
  private final GoogleSignIn signIn = new GoogleSignIn(window.get(), () -> chooser, CLIENT_ID);
  private final Answers answers = new Answers();

  private static String part(String text) {
    int flags = Base64.URL_SAFE | Base64.NO_PADDING | Base64.NO_WRAP;
    return Base64.encodeToString(text.getBytes(StandardCharsets.UTF_8), flags);
  }

  private static String tokenFor(String nonce) {
    JSONObject claims = new JSONObject(Map.of("sub", "1", "aud", CLIENT_ID, "nonce", nonce));
    return part("{\"alg\":\"RS256\"}") + "." + part(claims.toString()) + "." + part("signature");
  }

  /** As Credential Manager of Android 14 and later gives it. */
  private static Credential credential(String type, String token) {
    Bundle data = new Bundle();
    data.putString("com.google.android.libraries.identity.googleid.BUNDLE_KEY_ID", "mutinta@example.com");
    data.putString("com.google.android.libraries.identity.googleid.BUNDLE_KEY_ID_TOKEN", token);
    return new CustomCredential(type, data);
  }

  private void choose(AccountChooser.Asked asked, Credential credential) {
    asked.choose(credential);
    shadowOf(Looper.getMainLooper()).idle();
  }

  private AccountChooser.Asked ask(Answers given) {
    signIn.ask(NONE, given);
    return chooser.asked.get(chooser.asked.size() - 1);
  }

  @Test
  public void theAccountThatThePersonChoosesGivesItsIdTokenForTheServer() {
    for (String type : List.of(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, TYPE_GOOGLE_ID_TOKEN_SIWG_CREDENTIAL)) {
      Answers given = new Answers();
      AccountChooser.Asked asked = ask(given);
      assertEquals(CLIENT_ID, asked.option().getServerClientId());
      assertEquals(List.of(), given.given);
      String token = tokenFor(asked.option().getNonce());
      choose(asked, credential(type, token));
      assertEquals(List.of(token), given.given);
    }
  }

  @Test
  public void theCredentialThatPlayServicesGiveBeforeAndroid14IsTakenToo() {
    AccountChooser.Asked asked = ask(answers);
    String token = tokenFor(asked.option().getNonce());
    choose(asked, new GoogleIdTokenCredential("mutinta@example.com", token, null, null, null, null, null));
    assertEquals(List.of(token), answers.given);
  }

  @Test
  public void aPersonWhoChoosesNoAccountHasRefused() {
    List<GetCredentialException> faults =
        List.of(new GetCredentialCancellationException(), new NoCredentialException());
    for (GetCredentialException fault : faults) assertEquals(List.of(Refusal.REFUSED), answersTo(fault));
  }

  @Test
  public void aPhoneWithoutCredentialManagerIsUnsupportedAndAnotherFaultHasFailed() {
    assertEquals(
        List.of(Refusal.UNSUPPORTED), answersTo(new GetCredentialProviderConfigurationException()));
    assertEquals(List.of(Refusal.UNSUPPORTED), answersTo(new GetCredentialUnsupportedException()));
    assertEquals(List.of(Refusal.FAILED), answersTo(new GetCredentialUnknownException()));
  }

  private List<Object> answersTo(GetCredentialException fault) {
    Answers given = new Answers();
    ask(given).fail(fault);
    shadowOf(Looper.getMainLooper()).idle();
    return given.given;
  }

  @Test
  public void aNewerCallCancelsTheEarlierOne() {
    Answers newer = new Answers();
    AccountChooser.Asked first = ask(answers);
    AccountChooser.Asked second = ask(newer);
    assertTrue(first.signal().isCanceled());
    assertFalse(second.signal().isCanceled());
    assertEquals(List.of(Refusal.FAILED), answers.given);
    choose(first, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, tokenFor(first.option().getNonce())));
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertEquals(List.of(), newer.given);
    String token = tokenFor(second.option().getNonce());
    choose(second, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, token));
    assertEquals(List.of(token), newer.given);
  }

  @Test
  public void withoutAChoiceTheRequestFailsOneSecondBeforeThePageGivesUp() {
    AccountChooser.Asked asked = ask(answers);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(118));
    assertEquals(List.of(), answers.given);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(1));
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertTrue(asked.signal().isCanceled());
    choose(asked, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, tokenFor(asked.option().getNonce())));
    assertEquals(List.of(Refusal.FAILED), answers.given);
  }

  @Test
  public void everyRequestHasItsOwnNonceAndATokenOfAnotherRequestIsNotTaken() {
    String earlier = ask(new Answers()).option().getNonce();
    AccountChooser.Asked asked = ask(answers);
    assertNotEquals(earlier, asked.option().getNonce());
    assertEquals(22, asked.option().getNonce().length());
    choose(asked, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, tokenFor(earlier)));
    assertEquals(List.of(Refusal.FAILED), answers.given);
  }

  @Test
  public void aCredentialThatIsNoIdTokenHasFailed() {
    assertEquals(List.of(Refusal.FAILED), answersTo(new PasswordCredential("mutinta", "secret")));
    assertEquals(
        List.of(Refusal.FAILED), answersTo(new CustomCredential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, new Bundle())));
    for (String token : List.of("", "abc", "a.b", "a.!.c", "a.b.c.d", "a." + part("[]") + ".c"))
      assertEquals(List.of(Refusal.FAILED), answersTo(credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, token)));
  }

  @Test
  public void aCredentialOfAnotherTypeHasFailedEvenWithATokenOfGoogle() {
    AccountChooser.Asked asked = ask(answers);
    choose(asked, credential("com.example.TOKEN", tokenFor(asked.option().getNonce())));
    assertEquals(List.of(Refusal.FAILED), answers.given);
  }

  @Test
  public void aTokenLongerThanTheContractAllowsHasFailed() {
    AccountChooser.Asked asked = ask(answers);
    String token = tokenFor(asked.option().getNonce());
    String tooLong = token + "a".repeat(4_097 - token.length());
    choose(asked, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, tooLong));
    assertEquals(List.of(Refusal.FAILED), answers.given);
    Answers given = new Answers();
    AccountChooser.Asked again = ask(given);
    String short4096 = tokenFor(again.option().getNonce());
    String longest = short4096 + "a".repeat(4_096 - short4096.length());
    choose(again, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, longest));
    assertEquals(List.of(longest), given.given);
  }

  private List<Object> answersTo(Credential credential) {
    Answers given = new Answers();
    choose(ask(given), credential);
    return given.given;
  }

  @Test
  public void whenTheActivityIsDestroyedTheRequestEndsAndTheNextPageCanAskAgain() {
    WhenDestroyed.run(window.get(), signIn::stop);
    AccountChooser.Asked asked = ask(answers);
    Bundle saved = new Bundle();
    window.pause().stop().saveInstanceState(saved).destroy();
    assertTrue(asked.signal().isCanceled());
    ActivityController<Activity> next = Robolectric.buildActivity(Activity.class).setup(saved);
    choose(asked, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, tokenFor(asked.option().getNonce())));
    assertEquals(List.of(Refusal.FAILED), answers.given);
    Answers given = new Answers();
    new GoogleSignIn(next.get(), () -> chooser, CLIENT_ID).ask(NONE, given);
    AccountChooser.Asked again = chooser.asked.get(1);
    String token = tokenFor(again.option().getNonce());
    choose(again, credential(TYPE_GOOGLE_ID_TOKEN_CREDENTIAL, token));
    assertEquals(List.of(token), given.given);
  }
}
