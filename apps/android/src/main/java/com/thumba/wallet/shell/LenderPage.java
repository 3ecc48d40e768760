package com.thumba.wallet.shell;

import android.app.Activity;
import android.os.Build;
import android.os.Bundle;
import android.os.Parcel;
import android.view.View;
import android.view.ViewGroup;
import android.webkit.DownloadListener;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import android.widget.FrameLayout;
import com.thumba.wallet.R;
import java.util.function.Consumer;

/** The lender's site in a WebView, or a screen that says why it is not there. */
public final class LenderPage implements PageNavigation.Owner {
  private static final String STATE = "page";
  private static final String ADDRESS = "address";
  /** Android ends an app that wants to keep more than about a million bytes. */
  private static final int LARGEST_STATE_BYTES = 300_000;
  /** A page that ends each time it is loaded is not loaded for ever. */
  private static final int MOST_ENDS_IN_A_ROW = 3;

  private final Activity activity;
  private final LenderSite site;
  private final BridgePort port;
  private final WebChromeClient chrome;
  private final DownloadListener downloads;
  private final Consumer<String> openOutside;
  private final Runnable historyChanged;
  private final FrameLayout frame;
  private WebView page;
  private ErrorScreen errorScreen;
  private LoadFailure failure;
  private String address;
  private int endsInARow;

  /** @param historyChanged is called when the page may have more or less to go back to */
  public LenderPage(
      Activity activity,
      LenderSite site,
      BridgePort port,
      WebChromeClient chrome,
      DownloadListener downloads,
      Consumer<String> openOutside,
      Runnable historyChanged) {
    this.activity = activity;
    this.site = site;
    this.port = port;
    this.chrome = chrome;
    this.downloads = downloads;
    this.openOutside = openOutside;
    this.historyChanged = historyChanged;
    frame = new FrameLayout(activity);
    // From Android 12 on the system itself drops touches through the window of another app.
    frame.setFilterTouchesWhenObscured(Build.VERSION.SDK_INT < Build.VERSION_CODES.S);
    address = site.homeAddress();
    page = newPage();
    errorScreen = new ErrorScreen(activity, frame, this::tryAgain);
  }

  public View view() {
    return frame;
  }

  /** @param wanted an address of the lender's site */
  public void open(String wanted) {
    address = wanted;
    load();
  }

  /** Loads again what could not be loaded. The screen that says so stays until the page is there. */
  public void tryAgain() {
    if (failure == null) return;
    failure = null;
    endsInARow = 0;
    load();
  }

  public boolean canGoBack() {
    return page.canGoBack();
  }

  public void goBack() {
    page.goBack();
  }

  /** The history of the page; if it is too long, the address alone. */
  public void saveTo(Bundle bundle) {
    bundle.putString(ADDRESS, address);
    Bundle state = new Bundle();
    page.saveState(state);
    if (sizeOf(state) <= LARGEST_STATE_BYTES) bundle.putBundle(STATE, state);
  }

  /** Opens the page as it was kept, or at the start. */
  public void openFrom(Bundle bundle) {
    String kept = bundle.getString(ADDRESS);
    if (site.holds(kept)) address = kept;
    Bundle state = bundle.getBundle(STATE);
    if (state == null || port.isMissing() || page.restoreState(state) == null) load();
  }

  /** The colours of the phone have changed between light and dark. */
  public void colour() {
    int background = activity.getColor(R.color.lender_background);
    frame.setBackgroundColor(background);
    page.setBackgroundColor(background);
    errorScreen.remove();
    errorScreen = new ErrorScreen(activity, frame, this::tryAgain);
    if (failure != null) errorScreen.show(failure);
  }

  public void destroy() {
    frame.removeView(page);
    page.destroy();
  }

  @Override
  public void showed(String shown) {
    if (site.holds(shown)) address = shown;
    historyChanged.run();
  }

  @Override
  public void loaded() {
    historyChanged.run();
    if (failure != null) return;
    endsInARow = 0;
    errorScreen.hide();
    page.setVisibility(View.VISIBLE);
  }

  @Override
  public void failed(String wanted, LoadFailure why) {
    if (site.holds(wanted)) address = wanted;
    failure = why;
    errorScreen.show(why);
    // A page that cannot be seen must not be read aloud either.
    page.setVisibility(View.INVISIBLE);
  }

  @Override
  public void leftSite() {
    page.stopLoading();
    open(site.homeAddress());
  }

  @Override
  public void ended(WebView endedPage) {
    if (endedPage != page) return;
    destroy();
    page = newPage();
    failure = null;
    endsInARow++;
    if (endsInARow < MOST_ENDS_IN_A_ROW) load();
    else failed(address, LoadFailure.ENDED);
  }

  private void load() {
    if (port.isMissing()) failed(address, LoadFailure.OLD_WEB_VIEW);
    else page.loadUrl(address);
  }

  private WebView newPage() {
    WebView view = new WebView(activity);
    int background = activity.getColor(R.color.lender_background);
    frame.setBackgroundColor(background);
    view.setBackgroundColor(background);
    PageSettings.apply(view);
    port.connect(view);
    view.setWebViewClient(new PageNavigation(site, this, openOutside));
    view.setWebChromeClient(chrome);
    view.setDownloadListener(downloads);
    int all = ViewGroup.LayoutParams.MATCH_PARENT;
    frame.addView(view, 0, new FrameLayout.LayoutParams(all, all));
    return view;
  }

  private static int sizeOf(Bundle bundle) {
    Parcel parcel = Parcel.obtain();
    try {
      parcel.writeBundle(bundle);
      return parcel.dataSize();
    } finally {
      parcel.recycle();
    }
  }
}
