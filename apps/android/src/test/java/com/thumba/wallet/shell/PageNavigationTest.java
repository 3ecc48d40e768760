package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.net.http.SslCertificate;
import android.net.http.SslError;
import android.webkit.HttpAuthHandler;
import android.webkit.SslErrorHandler;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class PageNavigationTest implements PageNavigation.Owner {
  private static final String HOME = "https://app.thumba.example/";

  private final List<String> outside = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final PageNavigation navigation =
      new PageNavigation(new LenderSite("https://app.thumba.example"), this, outside::add);

  @Override
  public void showed(String address) {
    events.add("showed " + address);
  }

  @Override
  public void loaded() {
    events.add("loaded");
  }

  @Override
  public void failed(String address, LoadFailure failure) {
    events.add(failure + " " + address);
  }

  @Override
  public void leftSite() {
    events.add("left the site");
  }

  @Override
  public void ended(WebView page) {
    events.add("ended");
  }

  @Test
  public void theMainFrameStaysOnTheSite() {
    assertFalse(navigation.shouldOverrideUrlLoading(null, new MadeRequest(HOME + "me", true)));
    assertEquals(List.of(), outside);
  }

  @Test
  public void everyOtherAddressOfTheMainFrameGoesOut() {
    List<String> foreign =
        List.of("https://elsewhere.example/", "tel:+260970000000", "intent://x#Intent;end", "javascript:alert(1)");
    for (String address : foreign)
      assertTrue(navigation.shouldOverrideUrlLoading(null, new MadeRequest(address, true)));
    assertEquals(foreign, outside);
  }

  @Test
  public void aFrameOpensNoOtherApp() {
    assertFalse(navigation.shouldOverrideUrlLoading(null, new MadeRequest("tel:+260970000000", false)));
    assertEquals(List.of(), outside);
  }

  @Test
  public void aFormThatIsSentToAnotherSiteGetsAnEmptyAnswer() {
    MadeRequest form = new MadeRequest("https://elsewhere.example/take", true);
    assertEquals(403, navigation.shouldInterceptRequest(null, form).getStatusCode());
    assertNull(navigation.shouldInterceptRequest(null, new MadeRequest(HOME, true)));
    assertNull(navigation.shouldInterceptRequest(null, new MadeRequest("https://elsewhere.example/", false)));
  }

  @Test
  public void aForeignPageInTheMainFrameIsLeft() {
    navigation.onPageStarted(null, "https://elsewhere.example/", null);
    navigation.onPageStarted(null, HOME, null);
    navigation.onPageStarted(null, "about:blank", null);
    assertEquals(List.of("left the site"), events);
  }

  @Test
  public void onlyAFailureOfTheMainFrameIsTold() {
    navigation.onReceivedError(null, new MadeRequest(HOME + "icon.svg", false), new MadeError(WebViewClient.ERROR_CONNECT));
    assertEquals(List.of(), events);
    navigation.onReceivedError(null, new MadeRequest(HOME, true), new MadeError(WebViewClient.ERROR_HOST_LOOKUP));
    assertEquals(List.of("UNREACHABLE " + HOME), events);
  }

  @Test
  public void aWrongCertificateIsNeverAccepted() {
    List<String> answers = new ArrayList<>();
    SslErrorHandler handler =
        new SslErrorHandler() {
          @Override
          public void proceed() {
            answers.add("proceed");
          }

          @Override
          public void cancel() {
            answers.add("cancel");
          }
        };
    navigation.onReceivedSslError(null, handler, sslError(HOME + "me"));
    navigation.onReceivedSslError(null, handler, sslError("https://elsewhere.example/picture"));
    assertEquals(List.of("cancel", "cancel"), answers);
    assertEquals(List.of("UNSAFE " + HOME + "me"), events);
  }

  @Test
  public void aFailedHandshakeIsNotSafeEither() {
    int handshake = WebViewClient.ERROR_FAILED_SSL_HANDSHAKE;
    navigation.onReceivedError(null, new MadeRequest(HOME, true), new MadeError(handshake));
    assertEquals(List.of("UNSAFE " + HOME), events);
  }

  @Test
  public void aQuestionForAPasswordOfHttpIsCancelled() {
    List<String> answers = new ArrayList<>();
    HttpAuthHandler handler =
        new HttpAuthHandler() {
          @Override
          public void cancel() {
            answers.add("cancel");
          }
        };
    navigation.onReceivedHttpAuthRequest(null, handler, "app.thumba.example", "realm");
    assertEquals(List.of("cancel"), answers);
  }

  @Test
  public void theEndOfTheRendererIsHandled() {
    assertTrue(navigation.onRenderProcessGone(null, null));
    assertEquals(List.of("ended"), events);
  }

  private static SslError sslError(String address) {
    return new SslError(SslError.SSL_UNTRUSTED, (SslCertificate) null, address);
  }
}
