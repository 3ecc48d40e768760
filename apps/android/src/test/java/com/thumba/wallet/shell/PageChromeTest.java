package com.thumba.wallet.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import android.net.Uri;
import android.webkit.PermissionRequest;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.PermissionState;
import com.thumba.wallet.permission.Permissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class PageChromeTest implements Permissions {
  private static final String OURS = "https://app.thumba.example/";

  private final List<Permission> asked = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private final PageChrome chrome = new PageChrome(new LenderSite("https://app.thumba.example"), this, null);
  private boolean grants = true;

  @Override
  public boolean isUsed(Permission permission) {
    return true;
  }

  @Override
  public PermissionState state(Permission permission) {
    return PermissionState.PROMPT;
  }

  @Override
  public boolean isGranted(Permission permission) {
    return false;
  }

  @Override
  public void request(Permission permission, Consumer<Boolean> answer) {
    asked.add(permission);
    answer.accept(grants);
  }

  private PermissionRequest request(String origin, String... resources) {
    return new PermissionRequest() {
      @Override
      public Uri getOrigin() {
        return Uri.parse(origin);
      }

      @Override
      public String[] getResources() {
        return resources;
      }

      @Override
      public void grant(String[] granted) {
        answers.add("granted " + List.of(granted));
      }

      @Override
      public void deny() {
        answers.add("denied");
      }
    };
  }

  @Test
  public void theSiteGetsTheCameraWherePeopleGrantIt() {
    chrome.onPermissionRequest(request(OURS, PermissionRequest.RESOURCE_VIDEO_CAPTURE));
    assertEquals(List.of(Permission.CAMERA), asked);
    assertEquals(List.of("granted [" + PermissionRequest.RESOURCE_VIDEO_CAPTURE + "]"), answers);
  }

  @Test
  public void theMicrophoneIsNeverGranted() {
    chrome.onPermissionRequest(
        request(OURS, PermissionRequest.RESOURCE_AUDIO_CAPTURE, PermissionRequest.RESOURCE_VIDEO_CAPTURE));
    chrome.onPermissionRequest(request(OURS, PermissionRequest.RESOURCE_AUDIO_CAPTURE));
    assertEquals(List.of("granted [" + PermissionRequest.RESOURCE_VIDEO_CAPTURE + "]", "denied"), answers);
  }

  @Test
  public void anotherOriginGetsNothingAndNoQuestionIsAsked() {
    chrome.onPermissionRequest(
        request("https://elsewhere.example/", PermissionRequest.RESOURCE_VIDEO_CAPTURE));
    assertEquals(List.of("denied"), answers);
    assertEquals(List.of(), asked);
  }

  @Test
  public void aRefusedCameraIsDenied() {
    grants = false;
    chrome.onPermissionRequest(request(OURS, PermissionRequest.RESOURCE_VIDEO_CAPTURE));
    assertEquals(List.of("denied"), answers);
  }

  @Test
  public void thePageGetsNoLocationAndNoWindow() {
    chrome.onGeolocationPermissionsShowPrompt(
        OURS, (origin, isAllowed, isKept) -> answers.add(origin + isAllowed + isKept));
    assertEquals(List.of(OURS + "falsefalse"), answers);
    assertFalse(chrome.onCreateWindow(null, false, true, null));
  }
}
