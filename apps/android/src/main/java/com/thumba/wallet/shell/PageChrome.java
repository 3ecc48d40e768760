package com.thumba.wallet.shell;

import android.net.Uri;
import android.os.Message;
import android.webkit.GeolocationPermissions;
import android.webkit.PermissionRequest;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.Permissions;
import java.util.Arrays;

/** What the page asks its window for: pictures, and the camera. */
public final class PageChrome extends WebChromeClient {
  private static final String[] CAMERA_ONLY = {PermissionRequest.RESOURCE_VIDEO_CAPTURE};

  private final LenderSite site;
  private final Permissions permissions;
  private final PictureChooser pictures;

  public PageChrome(LenderSite site, Permissions permissions, PictureChooser pictures) {
    this.site = site;
    this.permissions = permissions;
    this.pictures = pictures;
  }

  @Override
  public boolean onShowFileChooser(WebView page, ValueCallback<Uri[]> answer, FileChooserParams wanted) {
    pictures.choose(wanted.isCaptureEnabled(), answer);
    return true;
  }

  @Override
  public void onPermissionRequest(PermissionRequest request) {
    // The WebView gives the origin with a slash at the end.
    boolean isOurs = request.getOrigin() != null && site.holds(request.getOrigin().toString());
    if (!isOurs || !Arrays.asList(request.getResources()).contains(CAMERA_ONLY[0])) {
      request.deny();
      return;
    }
    permissions.request(
        Permission.CAMERA,
        isGranted -> {
          if (isGranted) request.grant(CAMERA_ONLY);
          else request.deny();
        });
  }

  @Override
  public void onGeolocationPermissionsShowPrompt(String origin, GeolocationPermissions.Callback answer) {
    answer.invoke(origin, false, false);
  }

  @Override
  public boolean onCreateWindow(WebView page, boolean isDialog, boolean isUserGesture, Message answer) {
    return false;
  }
}
