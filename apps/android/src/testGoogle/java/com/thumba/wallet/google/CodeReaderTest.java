package com.thumba.wallet.google;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import android.os.Looper;
import com.google.android.gms.auth.api.phone.SmsRetriever;
import com.google.android.gms.common.api.ApiException;
import com.google.android.gms.common.api.CommonStatusCodes;
import com.google.android.gms.common.api.Status;
import com.thumba.wallet.WhenDestroyed;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Refusal;
import java.time.Duration;
import java.util.List;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowApplication.Wrapper;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class CodeReaderTest {
  private static final String HASH = "Z/7dr7JM08N";
  private static final String SMS = "Thumba: 4827 is your code. It works for 5 minutes.\n" + HASH;
  private static final Argument NONE = new Argument(new JSONObject());

  private final Application application = RuntimeEnvironment.getApplication();
  private final Retriever retriever = new Retriever();
  private final CodeReader codeReader = new CodeReader(application, () -> retriever, HASH);
  private final Answers answers = new Answers();

  /** The broadcasts of these tests come from an app that holds the permission of Play services. */
  @Before
  public void grantThePermissionOfPlayServices() {
    shadowOf(application).grantPermissions(SmsRetriever.SEND_PERMISSION);
  }

  private void send(String text) {
    Retriever.send(application, CommonStatusCodes.SUCCESS, text);
    shadowOf(Looper.getMainLooper()).idle();
  }

  private List<Wrapper> receivers() {
    return shadowOf(application).getRegisteredReceivers().stream()
        .filter((receiver) -> receiver.intentFilter.hasAction(SmsRetriever.SMS_RETRIEVED_ACTION))
        .toList();
  }

  @Test
  public void theCodeOfOurSmsIsAnsweredAndNoFurtherMessageIsHeard() {
    codeReader.ask(NONE, answers);
    assertEquals(1, retriever.starts);
    send(SMS);
    assertEquals(List.of("4827"), answers.given);
    assertEquals(List.of(), receivers());
  }

  @Test
  public void anSmsThatDoesNotEndWithOurHashIsIgnored() {
    codeReader.ask(NONE, answers);
    send("Thumba: 4827 is your code.\nAAAAAAAAAAA");
    send(HASH + " Thumba: 4827 is your code.");
    assertEquals(List.of(), answers.given);
    send(SMS);
    assertEquals(List.of("4827"), answers.given);
  }

  @Test
  public void theFirstGroupOfFourToEightDigitsIsTheCode() {
    String[][] cases = {
      {"Call 999 or 123456789, code 48271905.", "48271905"},
      {"Code 482719, not 5555.", "482719"},
      {"Code:4827", "4827"},
    };
    for (String[] textAndCode : cases) {
      Answers given = new Answers();
      codeReader.ask(NONE, given);
      send(textAndCode[0] + "\n" + HASH + "\n");
      assertEquals(List.of(textAndCode[1]), given.given);
    }
  }

  @Test
  public void theDigitsOfTheHashAreNoCode() {
    CodeReader reader = new CodeReader(application, () -> retriever, "12345Ab/cd+");
    reader.ask(NONE, answers);
    send("Thumba: hello.\n12345Ab/cd+");
    assertEquals(List.of(), answers.given);
  }

  @Test
  public void onlyPlayServicesCanSendAMessage() {
    codeReader.ask(NONE, answers);
    assertEquals(SmsRetriever.SEND_PERMISSION, receivers().get(0).broadcastPermission);
    shadowOf(application).denyPermissions(SmsRetriever.SEND_PERMISSION);
    send(SMS);
    assertEquals(List.of(), answers.given);
  }

  @Test
  public void theMessageOfAnotherAppIsHeardOnAndroid13AndLater() {
    codeReader.ask(NONE, answers);
    int exported = receivers().get(0).flags & Context.RECEIVER_EXPORTED;
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) assertNotEquals(0, exported);
    assertEquals(1, receivers().size());
  }

  @Test
  public void aNewerCallReplacesTheEarlierOne() {
    Answers newer = new Answers();
    codeReader.ask(NONE, answers);
    codeReader.ask(NONE, newer);
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertEquals(1, receivers().size());
    send(SMS);
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertEquals(List.of("4827"), newer.given);
  }

  @Test
  public void withoutAnSmsTheRequestFailsOneSecondBeforeThePageGivesUp() {
    codeReader.ask(NONE, answers);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(298));
    assertEquals(List.of(), answers.given);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(1));
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertEquals(List.of(), receivers());
    send(SMS);
    assertEquals(List.of(Refusal.FAILED), answers.given);
  }

  @Test
  public void theTimeLimitOfTheSmsRetrieverEndsTheRequest() {
    codeReader.ask(NONE, answers);
    Retriever.send(application, CommonStatusCodes.TIMEOUT, null);
    shadowOf(Looper.getMainLooper()).idle();
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertEquals(List.of(), receivers());
  }

  @Test
  public void aPhoneThatCannotStartTheSmsRetrieverIsUnsupported() {
    codeReader.ask(NONE, answers);
    retriever.start.setException(new ApiException(new Status(CommonStatusCodes.API_NOT_CONNECTED)));
    shadowOf(Looper.getMainLooper()).idle();
    assertEquals(List.of(Refusal.UNSUPPORTED), answers.given);
    assertEquals(List.of(), receivers());
  }

  @Test
  public void aFailedStartOfAnEarlierCallDoesNotEndTheNewerOne() {
    Answers newer = new Answers();
    codeReader.ask(NONE, answers);
    var earlierStart = retriever.start;
    codeReader.ask(NONE, newer);
    earlierStart.setException(new ApiException(new Status(CommonStatusCodes.ERROR)));
    send(SMS);
    assertEquals(List.of("4827"), newer.given);
  }

  @Test
  public void aBroadcastThatIsNoMessageIsIgnored() {
    codeReader.ask(NONE, answers);
    application.sendBroadcast(new Intent(SmsRetriever.SMS_RETRIEVED_ACTION));
    application.sendBroadcast(
        new Intent(SmsRetriever.SMS_RETRIEVED_ACTION)
            .putExtra(SmsRetriever.EXTRA_STATUS, "success")
            .putExtra(SmsRetriever.EXTRA_SMS_MESSAGE, 4827));
    Retriever.send(application, CommonStatusCodes.SUCCESS, null);
    Retriever.send(application, CommonStatusCodes.ERROR, SMS);
    shadowOf(Looper.getMainLooper()).idle();
    assertEquals(List.of(), answers.given);
    send(SMS);
    assertEquals(List.of("4827"), answers.given);
  }

  @Test
  public void whenTheActivityIsDestroyedTheRequestEndsAndTheNextPageCanAskAgain() {
    ActivityController<Activity> first = Robolectric.buildActivity(Activity.class).setup();
    WhenDestroyed.run(first.get(), codeReader::stop);
    codeReader.ask(NONE, answers);
    first.pause().stop().destroy();
    assertEquals(List.of(Refusal.FAILED), answers.given);
    assertEquals(List.of(), receivers());
    send(SMS);
    CodeReader ofNextPage = new CodeReader(application, () -> retriever, HASH);
    Answers next = new Answers();
    ofNextPage.ask(NONE, next);
    assertEquals(List.of(), next.given);
    send(SMS);
    assertEquals(List.of("4827"), next.given);
    assertEquals(List.of(Refusal.FAILED), answers.given);
  }

  @Test
  public void theEndOfAnotherActivityDoesNotEndTheRequest() {
    ActivityController<Activity> ours = Robolectric.buildActivity(Activity.class).setup();
    ActivityController<Activity> other = Robolectric.buildActivity(Activity.class).setup();
    WhenDestroyed.run(ours.get(), codeReader::stop);
    codeReader.ask(NONE, answers);
    other.pause().stop().destroy();
    assertEquals(List.of(), answers.given);
  }
}
