{{/* Name of an object: RELEASE-ROLE. */}}
{{- define "bora.name" -}}
{{- printf "%s-%s" (.root.Release.Name | trunc 40 | trimSuffix "-") .role -}}
{{- end -}}

{{- define "bora.selector" -}}
app.kubernetes.io/name: bora
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "bora.labels" -}}
{{ include "bora.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{/* Address of a backend as frontends know it; the name must be in the certificate of the backends. */}}
{{- define "bora.backends" -}}
{{- $name := include "bora.name" (dict "root" .root "role" "backend") -}}
{{- range $i := until (int .root.Values.backend.replicas) }}
- {{ printf "%s-%d.%s:8445" $name $i $name }}
{{- end }}
{{- end -}}

{{/* bora.yaml of a role: what the chart knows, then `config`, then ROLE.config; the later wins. */}}
{{- define "bora.config" -}}
{{- $v := .root.Values -}}
{{- $host := required "host: the name in SURLs and in the host certificate" $v.host -}}
{{- $file := dict "endpoint" (dict "host" $host) -}}
{{- $_ := set $file "credentials" (dict "certificate" "/etc/bora/host/tls.crt" "key" "/etc/bora/host/tls.key" "trust" "/etc/grid-security/certificates" "vomsdir" "/etc/grid-security/vomsdir") -}}
{{- $link := dict "authorities" "/etc/bora/link/ca.crt" "certificate" "/etc/bora/link/tls.crt" "key" "/etc/bora/link/tls.key" -}}
{{- $_ := set $file "link" $link -}}
{{- if eq .role "backend" -}}
{{- $subjects := list $v.linkSubjects.frontend -}}
{{- if $v.door.enabled -}}
{{- $subjects = append $subjects $v.linkSubjects.door -}}
{{- $_ := set $file.endpoint "http-port" (int $v.door.service.port) -}}
{{- end -}}
{{- $_ := set $file.endpoint "port" (int $v.frontend.service.port) -}}
{{- $_ := set $link "frontends" $subjects -}}
{{- $_ := set $file "database" (dict "url" (required "database.url: the database of the backends" $v.database.url) "user" $v.database.user "password-file" "/etc/bora/database/password") -}}
{{- $_ := set $file "areas" (ternary $v.areas nil (not (empty $v.areas)) | required "areas: at least one storage area") -}}
{{- if $v.gridftp -}}{{- $_ := set $file "doors" $v.gridftp -}}{{- end -}}
{{- else -}}
{{- $_ := set $link "backends" (include "bora.backends" . | fromYamlArray) -}}
{{- $_ := set $file "health" (dict "address" "0.0.0.0" "port" 8446) -}}
{{- if eq .role "door" -}}
{{- $_ := set $file.endpoint "http-port" (int $v.door.service.port) -}}
{{- if $v.door.s3 -}}{{- $_ := set $file.endpoint "s3-port" (int $v.door.service.s3Port) -}}{{- end -}}
{{- $_ := set $file "areas" (ternary $v.areas nil (not (empty $v.areas)) | required "areas: at least one storage area") -}}
{{- else -}}
{{- $_ := set $file.endpoint "port" (int $v.frontend.service.port) -}}
{{- end -}}
{{- end -}}
{{- toYaml (mergeOverwrite $file (deepCopy $v.config) (deepCopy (index $v .role).config)) -}}
{{- end -}}
