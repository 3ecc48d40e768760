package com.thumba.wallet.permission;

import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.json.JSONObject;

/** The hooks checkPermissions and requestPermission. */
public final class PermissionHooks {
  private static final long REQUEST_LIMIT_MS = 59_000;
  private static final int LONGEST_NAME = 40;

  private final Permissions permissions;

  private PermissionHooks(Permissions permissions) {
    this.permissions = permissions;
  }

  public static Map<String, Hook> of(Permissions permissions) {
    PermissionHooks hooks = new PermissionHooks(permissions);
    return Map.of("checkPermissions", hooks::check, "requestPermission", hooks::request);
  }

  private void check(Argument argument, Reply reply) {
    Map<String, String> states = new LinkedHashMap<>();
    for (Permission permission : Permission.values())
      if (permissions.isUsed(permission)) states.put(permission.name, permissions.state(permission).name);
    reply.value(new JSONObject(states));
  }

  private void request(Argument argument, Reply reply) throws Argument.Invalid {
    Permission permission = permissionNamed(argument.text("permission", LONGEST_NAME));
    if (permission == null) {
      reply.refuse(Refusal.FAILED);
      return;
    }
    Reply limited = new TimeLimitedReply(reply, REQUEST_LIMIT_MS);
    permissions.request(permission, isGranted -> limited.value(isGranted ? "granted" : "denied"));
  }

  private static Permission permissionNamed(String name) {
    for (Permission permission : Permission.values()) if (permission.name.equals(name)) return permission;
    return null;
  }
}
