package org.bora.launcher;

import static org.bora.launcher.WrongWay.area;
import static org.bora.launcher.WrongWay.changed;
import static org.bora.launcher.WrongWay.library;
import static org.bora.launcher.WrongWay.way;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The ways to be wrong that the table of the documentation has, in its order. */
final class WrongWays {
  private WrongWays() {}

  /** A port of administrators with these files. */
  static String administrators(String authority, String certificate) {
    return "admin: {port: 18448, ca: %s, certificate: %s, key: host.key, readers: [CN=r]}\n"
        .formatted(authority, certificate);
  }

  /** In what is written. */
  static List<WrongWay> written() {
    String rule = "allow all to vo atlas";
    return List.of(
        changed("unknown key", "endpoint.colour", "host", "address:", "colour: red, address:"),
        changed("misspelt key", "endpoint.adress", "address", "address:", "adress:"),
        changed("unknown section", "endpoints", "endpoint", "endpoint:", "endpoints:"),
        way("no unit", "admission.deadline", "'15'", s -> s.base() + "admission: {deadline: 15}\n"),
        way(
            "wrong unit",
            "calls.largest-body",
            "'8 apples'",
            s -> s.base() + "calls: {largest-body: 8 apples}\n"),
        changed("port out of range", "endpoint.port", "'70000'", "18444", "70000"),
        way(
            "two keys with one port",
            "admin.port",
            "endpoint.port",
            s -> s.base() + administrators("ca", "host.pem").replace("18448", "18444")),
        way("number out of range", "space.shares", "'65'", s -> s.base() + "space: {shares: 65}\n"),
        way(
            "not one of the choices",
            "logging.level",
            "'loud'",
            s -> s.base() + "logging: {level: loud}\n"),
        changed(
            "a list wanted",
            "doors",
            "a section",
            "[{host: gridftp.example.org}]",
            "{host: gridftp.example.org}"),
        changed("a section wanted", "database", "'mysql'", "{embedded: true}", "mysql"),
        changed("required key missing", "areas[0].sfn", "is missing", "    sfn: /atlas\n", ""),
        changed(
            "key written twice", "areas[0].sfn", "line 8", "    root:", "    sfn: /b\n    root:"),
        changed("tab", "bora.yaml:8", "TAB", "    sfn:", "\tsfn:"),
        changed("wrong indentation", "bora.yaml:8", "is not YAML", "    sfn:", "  sfn:"),
        changed("bracket not closed", "bora.yaml", "is not YAML", "18444}", "18444"),
        new WrongWay(
            "not UTF-8",
            "bora.yaml",
            "iconv",
            s -> (s.base() + "# è\n").getBytes(StandardCharsets.ISO_8859_1)),
        way(
            "empty file",
            "areas",
            "no storage area",
            s ->
                "credentials: {certificate: host.pem, key: host.key, trust: ca, vomsdir: vomsdir}\nmapping: {grid-mapfile: gridmap}\ndatabase: {embedded: true}\n"),
        area(
            "two areas of one name",
            "areas",
            "name atlas",
            "{name: atlas, sfn: /cms, root: data/cms, token: t}"),
        area(
            "two areas at one path",
            "areas",
            "sfn /atlas",
            "{name: cms, sfn: /atlas, root: data/cms}"),
        area(
            "two areas in one directory",
            "areas",
            "data/atlas",
            "{name: cms, sfn: /cms, root: data/atlas}"),
        area(
            "areas nested wrongly",
            "areas",
            "/atlas/x",
            "{name: cms, sfn: /cms, root: data/atlas/x}"),
        area(
            "path that no client can write",
            "areas[1]",
            "'/a/../b'",
            "{name: cms, sfn: /a/../b, root: data/cms}"),
        way(
            "an area at a path that the HTTP port answers itself",
            "areas",
            "/.oauth2/token",
            s ->
                s.base().replace("address:", "http-port: 18446, address:")
                    + "  - {name: cms, sfn: /.oauth2/token, root: data/cms}\n"),
        area(
            "the whole machine as an area",
            "areas[1].root",
            "/",
            "{name: cms, sfn: /cms, root: /}"),
        changed("rule that is none", "areas[0].rules[0]", "'everybody may'", rule, "everybody may"),
        changed("bad FQAN", "areas[0].rules[0]", "'fqan atlas'", rule, "allow all to fqan atlas"),
        changed("bad operation", "areas[0].rules[0]", "'wriet'", rule, "allow wriet to vo atlas"),
        changed(
            "bad address in a rule",
            "areas[0].rules[0]",
            "'192.0.2.1/24'",
            rule,
            rule + " from 192.0.2.1/24"),
        changed(
            "tape without a library",
            "areas[0]",
            "d1t1",
            "    root:",
            "    class: d1t1\n    root:"),
        changed(
            "library that is not there",
            "areas",
            "robbot",
            "    root:",
            "    class: d1t1\n    library: robbot\n    root:"),
        library(
            "library without a command",
            "tape.libraries[0].script",
            "command",
            "{name: robot, driver: script}"),
        way(
            "embedded database and an address",
            "database.embedded",
            "url",
            s -> s.base().replace("embedded: true", "embedded: true, url: 'jdbc:mysql://h/b'")),
        way(
            "a share of no area",
            "site.shares[0].area",
            "'cms'",
            s -> s.base() + "site: {shares: [{area: cms}]}\n"),
        way(
            "a peer that is no address",
            "link.backends[0]",
            "'b'",
            s -> s.base() + "link: {backends: [b]}\n"));
  }

  /** In what is on the machine, or is not. */
  static List<WrongWay> onThisMachine() {
    return List.of(
        changed(
            "certificate missing", "credentials.certificate", "none.pem", "host.pem", "none.pem"),
        changed("key missing", "credentials.key", "none.key", "host.key", "none.key"),
        changed(
            "key of another certificate", "credentials.key", "other.key", "host.key", "other.key"),
        changed(
            "certificate expired",
            "credentials.certificate",
            "old.pem",
            "host.pem, key: host.key",
            "old.pem, key: old.key"),
        changed(
            "certificate that is none", "credentials.certificate", "notes", "host.pem", "notes"),
        changed(
            "key that everybody can read", "credentials.key", "open.key", "host.key", "open.key"),
        changed(
            "directory in place of a file",
            "credentials.certificate",
            "ca",
            "certificate: host.pem",
            "certificate: ca"),
        changed(
            "no directory of authorities",
            "credentials.trust",
            "no-ca",
            "trust: ca",
            "trust: no-ca"),
        changed(
            "address of another machine",
            "endpoint.address",
            "203.0.113.7",
            "127.0.0.1",
            "203.0.113.7"),
        changed(
            "unknown host name as address",
            "endpoint.address",
            "no.such.invalid",
            "127.0.0.1",
            "no.such.invalid"),
        changed(
            "root of an area missing", "areas.atlas.root", "data/none", "data/atlas", "data/none"),
        changed(
            "root of an area that is a file", "areas.atlas.root", "notes", "data/atlas", "notes"),
        changed(
            "area around Bora's own files",
            "areas.atlas.root",
            "bora.yaml",
            "root: data/atlas",
            "root: ."),
        changed(
            "area inside Bora's home",
            "areas.atlas.root",
            "database/x",
            "data/atlas",
            "database/x"),
        changed(
            "area around Bora's own files, by a link",
            "areas.atlas.root",
            "bora.yaml",
            "root: data/atlas",
            "root: linked/home"),
        area(
            "two areas in one directory, by a link",
            "areas",
            "linked/atlas",
            "{name: cms, sfn: /cms, root: linked/atlas}"),
        area(
            "areas nested wrongly, by a link",
            "areas",
            "/atlas/x",
            "{name: cms, sfn: /cms, root: linked/atlas/x}"),
        changed("no grid-mapfile", "mapping", "no-map", "gridmap}", "no-map}"),
        changed(
            "bad line of the grid-mapfile", "mapping", "bad-map: line 1", "gridmap}", "bad-map}"),
        library(
            "tape program missing",
            "tape.libraries.robot.script.command",
            "no-program",
            "{name: robot, driver: script, script: {command: [no-program]}}"),
        library(
            "tape program not executable",
            "tape.libraries.robot.script.command",
            "notes",
            "{name: robot, driver: script, script: {command: [notes]}}"),
        library(
            "no tokens for the pullers",
            "tape.libraries.robot.recall-table.tokens",
            "no-tokens",
            "{name: robot, driver: recall-table, recall-table: {tokens: no-tokens, host: 127.0.0.1, tls: false}}"),
        library(
            "a token of the pullers that can be guessed",
            "tape.libraries.robot.recall-table.tokens",
            "link.password",
            "{name: robot, driver: recall-table, recall-table: {tokens: link.password, host: 127.0.0.1, tls: false}}"),
        way(
            "area around the tokens of the pullers",
            "areas.atlas.root",
            "tokens",
            s ->
                s.base()
                        .replace(
                            "    root: data/atlas\n",
                            "    root: board\n    class: d1t1\n    library: robot\n")
                    + "tape: {libraries: [{name: robot, driver: recall-table, recall-table: {tokens: board/tokens, host: 127.0.0.1, tls: false}}]}\n"),
        way(
            "no password of the database",
            "database.password-file",
            "no-password",
            s -> s.backend("jdbc:mysql://127.0.0.1/b").replace("link.password", "no-password")),
        way(
            "certificate of the administrators' port missing",
            "admin.certificate",
            "none.pem",
            s -> s.base() + administrators("host.pem", "none.pem")),
        way(
            "CA of the administrators missing",
            "admin.ca",
            "none.pem",
            s -> s.base() + administrators("none.pem", "host.pem")),
        way(
            "certificate between the halves missing",
            "link.certificate",
            "none.pem",
            s ->
                s.frontend()
                    .replace(
                        "{authorities: host.pem, certificate: host.pem",
                        "{authorities: host.pem, certificate: none.pem")),
        way(
            "CA of the link missing",
            "link.authorities",
            "none.pem",
            s -> s.frontend().replace("authorities: host.pem", "authorities: none.pem")));
  }
}
