package com.thumba.wallet.permission;

import java.util.function.Consumer;

/** The only way to a permission of Android, for the hooks and for the camera of the page. */
public interface Permissions {
  /** Whether this build may ask for it at all. */
  boolean isUsed(Permission permission);

  PermissionState state(Permission permission);

  boolean isGranted(Permission permission);

  /** Asks the person unless it is granted already. Questions are asked one after the other. */
  void request(Permission permission, Consumer<Boolean> answer);
}
