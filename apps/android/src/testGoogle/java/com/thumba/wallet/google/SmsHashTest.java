package com.thumba.wallet.google;

import static org.junit.Assert.assertEquals;

import android.content.Context;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class SmsHashTest {
  private final Context context = RuntimeEnvironment.getApplication();

  /** The expected texts are the start of `printf '<package> <certificate>' | sha256sum` in Base64. */
  @Test
  public void theHashIsTheOneThatGoogleCalculatesFromPackageAndCertificate() {
    Certificates.signInstalledApp(context, "308201dd30820146");
    assertEquals("Z/7dr7JM08N", GoogleHooks.smsHash(context));
    Certificates.signInstalledApp(context, "308201dd30820147");
    assertEquals("Umv0MYjDVNA", GoogleHooks.smsHash(context));
  }
}
