package plot

// Style is what a page with pictures needs: colours that people with colour blindness tell apart (Okabe
// and Ito), darker ones lightened where the reader's screen is dark.
const Style = `:root{color-scheme:light dark;--text:#222;--page:#fff;--faint:#e4e4e4;--soft:#f4f4f4;--edge:#ccc;--bad:#b00020;--good:#00704a;--warn:#fff3cd;
--line1:#0072b2;--line2:#d55e00;--line3:#009e73;--line4:#b8558f;--line5:#c98a00;--line6:#3d9fd6;--line7:#222;--line8:#888}
@media (prefers-color-scheme:dark){:root{--text:#ddd;--page:#161616;--faint:#333;--soft:#222;--edge:#555;--bad:#ff7b8a;--good:#4fd1a1;--warn:#4a3d10;
--line1:#4ea3e0;--line2:#ff8a3d;--line3:#2fc79a;--line4:#e08bbd;--line5:#e6b13d;--line6:#8fd0f5;--line7:#eee;--line8:#999}}
body{font:15px/1.5 sans-serif;max-width:84em;margin:2em auto;padding:0 1em;color:var(--text);background:var(--page)}
h1{font-size:1.4em}h2{font-size:1.15em;margin-top:2em}a{color:var(--line1)}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,34em),1fr));gap:1em}
.wide{overflow-x:auto}
svg{width:100%;height:auto;border:1px solid var(--faint);font:12px sans-serif}svg text{fill:var(--text)}svg .title{font-size:15px;font-weight:bold}
svg .grid{stroke:var(--faint)}svg .axis{stroke:var(--edge);fill:none}svg .band{fill:var(--soft)}svg .small{font-size:10px}svg .note{font-size:14px;font-style:italic}
table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid var(--faint)}
td.l,th.l{text-align:left}th.m{text-align:center}.good{color:var(--good)}.bad{color:var(--bad);font-weight:bold}
.warn{background:var(--warn);padding:.3em .8em;margin:.2em 0}
pre{background:var(--soft);padding:1em;overflow:auto}code{overflow-wrap:anywhere}
`
