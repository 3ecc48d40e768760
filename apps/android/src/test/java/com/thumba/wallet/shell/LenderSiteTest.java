package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.content.Intent;
import android.net.Uri;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class LenderSiteTest {
  private final LenderSite site = new LenderSite("https://app.thumba.example");

  private static Intent linkTo(String address) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(address));
  }

  @Test
  public void anAddressOfTheSiteBelongsToIt() {
    assertTrue(site.holds("https://app.thumba.example"));
    assertTrue(site.holds("https://app.thumba.example/qp?code=1#top"));
  }

  @Test
  public void anAddressThatOnlyLooksLikeTheSiteDoesNotBelongToIt() {
    String[] foreign = {
      "http://app.thumba.example/",
      "https://app.thumba.example.elsewhere.example/",
      "https://app.thumba.example:8443/",
      "https://app.thumba.example@elsewhere.example/",
      "https://app.thumba.example\\@elsewhere.example/",
      "https://elsewhere.example/https://app.thumba.example/",
      "javascript:https://app.thumba.example/",
      "https://app.thumba.exampl",
      "",
      null,
    };
    for (String address : foreign) assertFalse(address, site.holds(address));
  }

  @Test
  public void aLinkToTheSiteIsFoundInAnIntent() {
    String link = "https://app.thumba.example/qp?code=7";
    assertEquals(link, site.linkIn(linkTo(link)));
  }

  @Test
  public void nothingElseOfAnIntentIsALink() {
    assertNull(site.linkIn(null));
    assertNull(site.linkIn(new Intent(Intent.ACTION_VIEW)));
    assertNull(site.linkIn(linkTo("https://elsewhere.example/")));
    assertNull(site.linkIn(linkTo("javascript:alert(1)")));
    assertNull(site.linkIn(linkTo("file:///data/data/com.thumba.wallet/x")));
    assertNull(site.linkIn(linkTo("https://app.thumba.example/" + "x".repeat(2000))));
    Intent main = new Intent(Intent.ACTION_MAIN).setData(Uri.parse("https://app.thumba.example/qp"));
    assertNull(site.linkIn(main));
    Intent extra = new Intent(Intent.ACTION_VIEW).putExtra("url", "https://app.thumba.example/qp");
    assertNull(site.linkIn(extra));
  }
}
