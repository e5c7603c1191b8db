/** The colours of a drawing in either theme, near to those of the page. Hexadecimal, since the library reads no other form safely. */
export function palette(dark: boolean): Readonly<Record<string, string | boolean>> {
  const c = dark
    ? {
        text: '#ebedf2',
        muted: '#a9afba',
        line: '#7f8694',
        surface: '#262a33',
        soft: '#2c3550',
        edge: '#5b6c9e',
        note: '#3a3222',
        back: '#1a1c21',
      }
    : {
        text: '#1d2129',
        muted: '#585e69',
        line: '#7b818d',
        surface: '#f5f6f9',
        soft: '#eaeffc',
        edge: '#8fa3df',
        note: '#fdf5df',
        back: '#ffffff',
      };
  return {
    darkMode: dark,
    fontSize: '14px',
    background: c.back,
    primaryColor: c.soft,
    primaryTextColor: c.text,
    primaryBorderColor: c.edge,
    secondaryColor: c.surface,
    secondaryTextColor: c.text,
    secondaryBorderColor: c.line,
    tertiaryColor: c.surface,
    tertiaryTextColor: c.text,
    tertiaryBorderColor: c.line,
    lineColor: c.line,
    textColor: c.text,
    mainBkg: c.soft,
    nodeBorder: c.edge,
    clusterBkg: c.surface,
    clusterBorder: c.line,
    titleColor: c.text,
    edgeLabelBackground: c.back,
    noteBkgColor: c.note,
    noteTextColor: c.text,
    noteBorderColor: c.line,
    labelTextColor: c.text,
    loopTextColor: c.text,
    signalTextColor: c.text,
    actorTextColor: c.text,
  };
}
