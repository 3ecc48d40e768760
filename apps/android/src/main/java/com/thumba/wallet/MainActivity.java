package com.thumba.wallet;

import android.app.Activity;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.os.Build;
import android.os.Bundle;
import com.thumba.wallet.bridge.Bridge;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.google.GoogleHooks;
import com.thumba.wallet.permission.PermissionQueue;
import com.thumba.wallet.phone.ExternalOpener;
import com.thumba.wallet.shell.BackKey;
import com.thumba.wallet.shell.BridgePort;
import com.thumba.wallet.shell.BridgeScript;
import com.thumba.wallet.shell.ConnectionWatch;
import com.thumba.wallet.shell.LenderPage;
import com.thumba.wallet.shell.LenderSite;
import com.thumba.wallet.shell.PageChrome;
import com.thumba.wallet.shell.PageDownloads;
import com.thumba.wallet.shell.PictureChooser;
import com.thumba.wallet.shell.PictureFile;
import com.thumba.wallet.shell.WindowEdges;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The one activity: the lender's site in a WebView. */
public final class MainActivity extends Activity {
  /** The version of docs/android-bridge.md. */
  private static final String CONTRACT_VERSION = "1";

  private LenderSite site;
  private ActivityResults results;
  private PermissionQueue permissions;
  private BridgePort port;
  private PageDownloads downloads;
  private ConnectionWatch connection;
  private LenderPage page;
  private BackKey backKey;

  @Override
  protected void onCreate(Bundle savedState) {
    super.onCreate(savedState);
    PictureFile.removeAtStart(this, savedState != null);
    LenderSettings settings = LenderSettings.of(this);
    site = new LenderSite(settings.origin());
    results = new ActivityResults(this);
    permissions = new PermissionQueue(this);
    port = portFor(settings);
    downloads = new PageDownloads(this, site);
    PageChrome chrome = new PageChrome(site, permissions, new PictureChooser(this, permissions, results));
    ExternalOpener outside = new ExternalOpener(this, site.origin());
    page = new LenderPage(this, site, port, chrome, downloads, outside::open, this::updateBackKey);
    connection = new ConnectionWatch(this, page::tryAgain);
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) backKey = new BackKey(this, page);
    WindowEdges.keepInside(getWindow(), page.view());
    setContentView(page.view());
    if (savedState != null) page.openFrom(savedState);
    else openLink(getIntent());
  }

  @Override
  protected void onStart() {
    super.onStart();
    connection.start();
    downloads.start();
  }

  @Override
  protected void onStop() {
    downloads.stop();
    connection.stop();
    super.onStop();
  }

  @Override
  protected void onDestroy() {
    page.destroy();
    super.onDestroy();
  }

  @Override
  protected void onSaveInstanceState(Bundle state) {
    super.onSaveInstanceState(state);
    page.saveTo(state);
  }

  @Override
  public void onConfigurationChanged(Configuration configuration) {
    super.onConfigurationChanged(configuration);
    page.colour();
  }

  /** The app was opened by a link while it was running. A tap on its icon leaves the page as it is. */
  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    String link = site.linkIn(intent);
    if (link != null) page.open(link);
  }

  @Override
  protected void onActivityResult(int code, int resultCode, Intent data) {
    super.onActivityResult(code, resultCode, data);
    results.deliver(code, resultCode, data);
  }

  @Override
  public void onRequestPermissionsResult(int code, String[] names, int[] answers) {
    super.onRequestPermissionsResult(code, names, answers);
    permissions.deliverResult(code, names);
  }

  /** Up to Android 12. Newer versions ask {@link BackKey}. */
  @SuppressWarnings("deprecation")
  @Override
  public void onBackPressed() {
    if (page.canGoBack()) page.goBack();
    else super.onBackPressed();
  }

  /** How the page reaches the hooks. */
  BridgePort port() {
    return port;
  }

  private void openLink(Intent intent) {
    String link = site.linkIn(intent);
    page.open(link == null ? site.homeAddress() : link);
  }

  private void updateBackKey() {
    if (backKey != null) backKey.update();
  }

  private BridgePort portFor(LenderSettings settings) {
    Map<String, Hook> hooks = new HashMap<>(WrapperHooks.of(this, settings, permissions, results));
    hooks.putAll(GoogleHooks.of(this, settings));
    Map<String, String> constants = new LinkedHashMap<>();
    constants.put("version", CONTRACT_VERSION);
    constants.put("origin", settings.origin());
    constants.put("versionCode", String.valueOf(versionCodeOf(this)));
    constants.put("shortestTermDays", String.valueOf(settings.shortestTermDays()));
    constants.put("smsHash", GoogleHooks.smsHash(this));
    String script = BridgeScript.of(this, constants, hooks.keySet());
    Bridge bridge = new Bridge(settings.origin(), hooks);
    return new BridgePort(settings.origin(), bridge, script, settings.hidesShortTerms());
  }

  @SuppressWarnings("deprecation")
  private static long versionCodeOf(Context context) {
    try {
      PackageInfo app = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
      return Build.VERSION.SDK_INT < Build.VERSION_CODES.P ? app.versionCode : app.getLongVersionCode();
    } catch (PackageManager.NameNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
