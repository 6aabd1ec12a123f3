package org.bora.api.wire;

import java.util.ArrayList;
import java.util.List;
import org.bora.api.ban.BannedName;
import org.bora.api.wire.proto.BansProto;

/** Who is kept out. */
public final class BanCodec {

  private BanCodec() {}

  public static BansProto.BansReply toWire(List<BannedName> bans) {
    var message = BansProto.BansReply.newBuilder();
    for (BannedName ban : bans) {
      message.addBans(
          BansProto.BannedName.newBuilder()
              .setKind(
                  switch (ban.kind()) {
                    case DN -> BansProto.BannedName.Kind.DN;
                    case VO -> BansProto.BannedName.Kind.VO;
                    case AUTHORITY -> BansProto.BannedName.Kind.AUTHORITY;
                  })
              .setPattern(ban.pattern())
              .setOrigin(ban.origin()));
    }
    return message.build();
  }

  /** Without kinds that a newer backend knows, and this frontend does not. */
  public static List<BannedName> fromWire(BansProto.BansReply message) {
    List<BannedName> bans = new ArrayList<>();
    for (BansProto.BannedName ban : message.getBansList()) {
      switch (ban.getKind()) {
        case DN -> bans.add(read(BannedName.Kind.DN, ban));
        case VO -> bans.add(read(BannedName.Kind.VO, ban));
        case AUTHORITY -> bans.add(read(BannedName.Kind.AUTHORITY, ban));
        case UNKNOWN, UNRECOGNIZED -> {}
      }
    }
    return bans;
  }

  private static BannedName read(BannedName.Kind kind, BansProto.BannedName ban) {
    if (ban.getPattern().isBlank()) {
      throw new MalformedMessage("a ban without a name");
    }
    return new BannedName(kind, ban.getPattern(), ban.getOrigin());
  }
}
