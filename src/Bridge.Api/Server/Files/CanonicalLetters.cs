namespace Bridge.Api.Server.Files;

/// <summary>
/// Lists the letters that Unicode encodes both as one character and as a letter with a mark. Korean syllables are missing, because
/// they are computed.
/// </summary>
internal static class CanonicalLetters
{
    // The canonical decompositions of UnicodeData.txt that the form NFC composes again. Each mark maps to pairs of characters: a letter,
    // and the character that is this letter with the mark.
    private static readonly Dictionary<char, string> Marks = new()
    {
        {
            '\u0300', "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳἀἂἁἃἈἊἉἋἐἒἑἓἘἚἙἛἠἢἡἣἨἪἩἫἰἲἱἳἸἺἹἻὀὂ"
            + "ὁὃὈὊὉὋὐὒὑὓὙὛὠὢὡὣὨὪὩὫαὰεὲηὴιὶοὸυὺωὼΑᾺΕῈΗῊ᾿῍ϊῒΙῚ῾῝ϋῢΥῪ¨῭ΟῸΩῺ"
        },
        {
            '\u0301', "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿ¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓ"
            + "кќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứἀἄἁἅἈἌἉἍἐἔἑἕἘἜἙἝἠἤἡἥἨἬἩἭἰἴἱἵἸἼἹἽὀὄὁὅὈὌὉὍὐὔὑὕ"
            + "ὙὝὠὤὡὥὨὬὩὭ᾿῎῾῞"
        },
        { '\u0302', "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ" },
        { '\u0303', "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ" },
        { '\u0304', "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝαᾱΑᾹιῑΙῙυῡΥῩ" },
        { '\u0306', "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặαᾰΑᾸιῐΙῘυῠΥῨ" },
        { '\u0307', "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊxẋYẎyẏſẛ" },
        { '\u0308', "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸыӹHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ" },
        { '\u0309', "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ" },
        { '\u030A', "AÅaåUŮuůwẘyẙ" },
        { '\u030B', "OŐoőUŰuűУӲуӳ" },
        { '\u030C', "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ" },
        { '\u030F', "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ" },
        { '\u0311', "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ" },
        { '\u0313', "αἀΑἈεἐΕἘηἠΗἨιἰΙἸοὀΟὈυὐωὠΩὨρῤ" },
        { '\u0314', "αἁΑἉεἑΕἙηἡΗἩιἱΙἹοὁΟὉυὑΥὙωὡΩὩρῥΡῬ" },
        { '\u031B', "OƠoơUƯuư" },
        { '\u0323', "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ" },
        { '\u0324', "UṲuṳ" },
        { '\u0325', "AḀaḁ" },
        { '\u0326', "SȘsșTȚtț" },
        { '\u0327', "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ" },
        { '\u0328', "AĄaąEĘeęIĮiįUŲuųOǪoǫ" },
        { '\u032D', "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ" },
        { '\u032E', "HḪhḫ" },
        { '\u0330', "EḚeḛIḬiḭUṴuṵ" },
        { '\u0331', "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ" },
        { '\u0338', "←↚→↛↔↮⇐⇍⇔⇎⇒⇏∃∄∈∉∋∌∣∤∥∦∼≁≃≄≅≇≈≉=≠≡≢≍≭<≮>≯≤≰≥≱≲≴≳≵≶≸≷≹≺⊀≻⊁⊂⊄⊃⊅⊆⊈⊇⊉⊢⊬⊨⊭⊩⊮⊫⊯≼⋠≽⋡⊑⋢⊒⋣⊲⋪⊳⋫⊴⋬⊵⋭" },
        { '\u0342', "ἀἆἁἇἈἎἉἏἠἦἡἧἨἮἩἯἰἶἱἷἸἾἹἿὐὖὑὗὙὟὠὦὡὧὨὮὩὯαᾶ¨῁ηῆ᾿῏ιῖϊῗ῾῟υῦϋῧωῶ" },
        {
            '\u0345', "ἀᾀἁᾁἂᾂἃᾃἄᾄἅᾅἆᾆἇᾇἈᾈἉᾉἊᾊἋᾋἌᾌἍᾍἎᾎἏᾏἠᾐἡᾑἢᾒἣᾓἤᾔἥᾕἦᾖἧᾗἨᾘἩᾙἪᾚἫᾛἬᾜἭᾝἮᾞἯᾟὠᾠὡᾡὢᾢὣᾣὤᾤὥᾥὦᾦὧᾧὨᾨὩᾩὪᾪὫᾫὬᾬὭᾭὮᾮὯᾯὰᾲαᾳάᾴᾶᾷΑᾼὴῂηῃ"
            + "ήῄῆῇΗῌὼῲωῳώῴῶῷΩῼ"
        },
        { '\u0653', "\u0627\u0622" },
        { '\u0654', "\u0627\u0623\u0648\u0624\u064A\u0626\u06D5\u06C0\u06C1\u06C2\u06D2\u06D3" },
        { '\u0655', "\u0627\u0625" },
        { '\u093C', "नऩरऱळऴ" },
        { '\u09BE', "\u09C7\u09CB" },
        { '\u09D7', "\u09C7\u09CC" },
        { '\u0B3E', "\u0B47\u0B4B" },
        { '\u0B56', "\u0B47\u0B48" },
        { '\u0B57', "\u0B47\u0B4C" },
        { '\u0BBE', "\u0BC6\u0BCA\u0BC7\u0BCB" },
        { '\u0BD7', "ஒஔ\u0BC6\u0BCC" },
        { '\u0C56', "\u0C46\u0C48" },
        { '\u0CC2', "\u0CC6\u0CCA" },
        { '\u0CD5', "\u0CBF\u0CC0\u0CC6\u0CC7\u0CCA\u0CCB" },
        { '\u0CD6', "\u0CC6\u0CC8" },
        { '\u0D3E', "\u0D46\u0D4A\u0D47\u0D4B" },
        { '\u0D57', "\u0D46\u0D4C" },
        { '\u0DCA', "\u0DD9\u0DDA\u0DDC\u0DDD" },
        { '\u0DCF', "\u0DD9\u0DDC" },
        { '\u0DDF', "\u0DD9\u0DDE" },
        { '\u102E', "ဥဦ" },
        { '\u1B35', "ᬅᬆᬇᬈᬉᬊᬋᬌᬍᬎᬑᬒ\u1B3A\u1B3B\u1B3C\u1B3D\u1B3E\u1B40\u1B3F\u1B41\u1B42\u1B43" },
        {
            '\u3099', "かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔ\u309D\u309Eカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボウヴワヷヰヸヱヹヲヺ"
            + "\u30FD\u30FE"
        },
        { '\u309A', "はぱひぴふぷへぺほぽハパヒピフプヘペホポ" },
    };

    private static readonly Lazy<Dictionary<char, (char Letter, char Mark)>> All = new(() => Marks
        .SelectMany(row => row.Value.Chunk(2).Select(pair => (Whole: pair[1], Letter: pair[0], Mark: row.Key)))
        .ToDictionary(entry => entry.Whole, entry => (entry.Letter, entry.Mark)));

    /// <summary>Gets the letter and the mark of each such character; the letter may be such a character itself.</summary>
    public static IReadOnlyDictionary<char, (char Letter, char Mark)> Parts => All.Value;
}
