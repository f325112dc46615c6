BEGIN TRANSACTION;
CREATE TABLE crossing (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	prime VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_crossing PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_crossing_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_crossing UNIQUE (tour_id, stage, prime)
);
INSERT INTO "crossing" VALUES(3,2,1,'Zottegem');
INSERT INTO "crossing" VALUES(3,2,2,'Muur');
INSERT INTO "crossing" VALUES(3,2,3,'Sprint 2');
CREATE TABLE crossing_rider (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_crossing_rider PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_crossing_rider_crossing FOREIGN KEY(tour_id, stage, line) REFERENCES crossing (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "crossing_rider" VALUES(3,2,1,1,'2');
INSERT INTO "crossing_rider" VALUES(3,2,1,2,'1');
INSERT INTO "crossing_rider" VALUES(3,2,2,1,'1');
INSERT INTO "crossing_rider" VALUES(3,2,2,2,'2');
INSERT INTO "crossing_rider" VALUES(3,2,2,3,'grey');
CREATE TABLE current_tour (
	id INTEGER NOT NULL, 
	tour_id INTEGER NOT NULL, 
	CONSTRAINT pk_current_tour PRIMARY KEY (id), 
	CONSTRAINT ck_current_tour_single CHECK (id = 1), 
	CONSTRAINT fk_current_tour_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE
);
INSERT INTO "current_tour" VALUES(1,3);
CREATE TABLE draft (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	base TEXT NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (tour_id, stage), 
	CONSTRAINT fk_draft_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE
);
INSERT INTO "draft" VALUES(3,2,'1 0 3
2 \u005c “x”	','base
');
INSERT INTO "draft" VALUES(3,7,'DNF 4','');
CREATE TABLE extra_turn (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	bib VARCHAR(200) NOT NULL, 
	used BIGINT NOT NULL, 
	CONSTRAINT pk_extra_turn PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_extra_turn_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_extra_turn UNIQUE (tour_id, stage, bib)
);
INSERT INTO "extra_turn" VALUES(3,2,1,'2',2);
INSERT INTO "extra_turn" VALUES(3,2,2,'1',1);
CREATE TABLE finish_line (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	reason VARCHAR(200), 
	mark_form VARCHAR(200), 
	mark TEXT, 
	CONSTRAINT pk_finish_line PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_finish_line_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "finish_line" VALUES(1,1,1,NULL,'turns lines','12 3');
INSERT INTO "finish_line" VALUES(1,1,2,NULL,'turns lines','13 4');
INSERT INTO "finish_line" VALUES(1,1,3,NULL,'turns lines','12 8');
INSERT INTO "finish_line" VALUES(1,1,4,NULL,'turns lines','14 9');
INSERT INTO "finish_line" VALUES(1,1,5,NULL,'turns lines','12 6');
INSERT INTO "finish_line" VALUES(1,1,6,NULL,'turns lines','14 1');
INSERT INTO "finish_line" VALUES(1,1,7,NULL,'turns lines','13 7');
INSERT INTO "finish_line" VALUES(1,1,8,NULL,'turns lines','14 5');
INSERT INTO "finish_line" VALUES(1,1,9,NULL,'turns lines','13 10');
INSERT INTO "finish_line" VALUES(1,1,10,NULL,'turns lines','13 2');
INSERT INTO "finish_line" VALUES(1,2,1,NULL,'turns lines','0 9');
INSERT INTO "finish_line" VALUES(1,2,2,NULL,'turns lines','0 4');
INSERT INTO "finish_line" VALUES(1,2,3,NULL,'turns lines','0 1');
INSERT INTO "finish_line" VALUES(1,2,4,NULL,'turns lines','1 8');
INSERT INTO "finish_line" VALUES(1,2,5,NULL,'turns lines','1 3');
INSERT INTO "finish_line" VALUES(1,2,6,NULL,'turns lines','1 2');
INSERT INTO "finish_line" VALUES(1,2,7,NULL,'turns lines','2 5');
INSERT INTO "finish_line" VALUES(1,2,8,NULL,'turns lines','2 1');
INSERT INTO "finish_line" VALUES(1,2,9,NULL,'turns lines','3 4');
INSERT INTO "finish_line" VALUES(1,4,1,NULL,'turns lines','47 2');
INSERT INTO "finish_line" VALUES(1,4,2,NULL,'turns lines','48 14');
INSERT INTO "finish_line" VALUES(2,1,1,NULL,'round''space','1''4');
INSERT INTO "finish_line" VALUES(2,1,2,NULL,'round''space','1''4');
INSERT INTO "finish_line" VALUES(2,1,3,NULL,'round''space','1''9');
INSERT INTO "finish_line" VALUES(2,1,4,NULL,'round''space','1''3');
INSERT INTO "finish_line" VALUES(2,1,5,NULL,'round''space','2''2');
INSERT INTO "finish_line" VALUES(2,1,6,NULL,'round''space','2''2');
INSERT INTO "finish_line" VALUES(2,1,7,NULL,'round''space','2''5');
INSERT INTO "finish_line" VALUES(2,1,8,NULL,'round''space','2''5');
INSERT INTO "finish_line" VALUES(2,1,9,NULL,'round''space','2''6');
INSERT INTO "finish_line" VALUES(2,1,10,NULL,'round''space','2''9');
INSERT INTO "finish_line" VALUES(2,1,11,NULL,'round''space','3''4');
INSERT INTO "finish_line" VALUES(2,1,12,NULL,'round''space','3''8');
INSERT INTO "finish_line" VALUES(2,2,1,NULL,'round''space','1''2');
INSERT INTO "finish_line" VALUES(2,2,2,NULL,'round''space','1''2');
INSERT INTO "finish_line" VALUES(2,2,3,NULL,'round''space','1''5');
INSERT INTO "finish_line" VALUES(2,2,4,NULL,'round''space','1''0');
INSERT INTO "finish_line" VALUES(2,2,5,NULL,'round''space','2''0');
INSERT INTO "finish_line" VALUES(2,2,6,NULL,'round''space','2''1');
INSERT INTO "finish_line" VALUES(2,2,7,NULL,'round''space','2''1');
INSERT INTO "finish_line" VALUES(2,2,8,NULL,'round''space','2''6');
INSERT INTO "finish_line" VALUES(2,2,9,NULL,'round''space','3''0');
INSERT INTO "finish_line" VALUES(2,2,10,NULL,'round''space','3''4');
INSERT INTO "finish_line" VALUES(2,2,11,NULL,'round''space','3''4');
INSERT INTO "finish_line" VALUES(2,2,12,NULL,'round''space','3''7');
INSERT INTO "finish_line" VALUES(2,3,1,NULL,'round''space','1''6');
INSERT INTO "finish_line" VALUES(2,3,2,NULL,'round''space','1''3');
INSERT INTO "finish_line" VALUES(2,3,3,NULL,'round''space','1''7');
INSERT INTO "finish_line" VALUES(2,3,4,NULL,'round''space','1''1');
INSERT INTO "finish_line" VALUES(2,3,5,NULL,'round''space','1''7');
INSERT INTO "finish_line" VALUES(2,3,6,NULL,'round''space','2''5');
INSERT INTO "finish_line" VALUES(2,3,7,NULL,'round''space','2''0');
INSERT INTO "finish_line" VALUES(2,3,8,NULL,'round''space','2''0');
INSERT INTO "finish_line" VALUES(2,3,9,NULL,'round''space','2''4');
INSERT INTO "finish_line" VALUES(2,3,10,NULL,'round''space','2''2');
INSERT INTO "finish_line" VALUES(2,3,11,NULL,'round''space','2''9');
INSERT INTO "finish_line" VALUES(2,3,12,NULL,'round''space','3''3');
INSERT INTO "finish_line" VALUES(3,1,1,NULL,'turns lines','3 0');
INSERT INTO "finish_line" VALUES(3,1,2,NULL,'turns lines','3 1');
INSERT INTO "finish_line" VALUES(3,1,3,NULL,'turns lines','3 2');
INSERT INTO "finish_line" VALUES(3,1,4,NULL,'turns lines','3 3');
INSERT INTO "finish_line" VALUES(3,2,1,NULL,'turns lines','0 3');
INSERT INTO "finish_line" VALUES(3,2,2,NULL,'turns lines','1 0');
INSERT INTO "finish_line" VALUES(3,2,3,'OTL','turns lines','31 2');
CREATE TABLE finish_rider (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_finish_rider PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_finish_rider_finish_line FOREIGN KEY(tour_id, stage, line) REFERENCES finish_line (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "finish_rider" VALUES(1,1,1,1,'1');
INSERT INTO "finish_rider" VALUES(1,1,2,1,'2');
INSERT INTO "finish_rider" VALUES(1,1,3,1,'3');
INSERT INTO "finish_rider" VALUES(1,1,4,1,'4');
INSERT INTO "finish_rider" VALUES(1,1,5,1,'5');
INSERT INTO "finish_rider" VALUES(1,1,6,1,'6');
INSERT INTO "finish_rider" VALUES(1,1,7,1,'7');
INSERT INTO "finish_rider" VALUES(1,1,8,1,'8');
INSERT INTO "finish_rider" VALUES(1,1,9,1,'9');
INSERT INTO "finish_rider" VALUES(1,1,10,1,'10');
INSERT INTO "finish_rider" VALUES(1,2,1,1,'7');
INSERT INTO "finish_rider" VALUES(1,2,2,1,'1');
INSERT INTO "finish_rider" VALUES(1,2,3,1,'9');
INSERT INTO "finish_rider" VALUES(1,2,3,2,'3');
INSERT INTO "finish_rider" VALUES(1,2,4,1,'2');
INSERT INTO "finish_rider" VALUES(1,2,5,1,'10');
INSERT INTO "finish_rider" VALUES(1,2,6,1,'5');
INSERT INTO "finish_rider" VALUES(1,2,7,1,'4');
INSERT INTO "finish_rider" VALUES(1,2,8,1,'6');
INSERT INTO "finish_rider" VALUES(1,2,9,1,'8');
INSERT INTO "finish_rider" VALUES(1,4,1,1,'5');
INSERT INTO "finish_rider" VALUES(1,4,2,1,'3');
INSERT INTO "finish_rider" VALUES(2,1,1,1,'4');
INSERT INTO "finish_rider" VALUES(2,1,2,1,'7');
INSERT INTO "finish_rider" VALUES(2,1,3,1,'1');
INSERT INTO "finish_rider" VALUES(2,1,4,1,'10');
INSERT INTO "finish_rider" VALUES(2,1,5,1,'5');
INSERT INTO "finish_rider" VALUES(2,1,6,1,'8');
INSERT INTO "finish_rider" VALUES(2,1,7,1,'2');
INSERT INTO "finish_rider" VALUES(2,1,8,1,'11');
INSERT INTO "finish_rider" VALUES(2,1,9,1,'12');
INSERT INTO "finish_rider" VALUES(2,1,10,1,'3');
INSERT INTO "finish_rider" VALUES(2,1,11,1,'9');
INSERT INTO "finish_rider" VALUES(2,1,12,1,'6');
INSERT INTO "finish_rider" VALUES(2,2,1,1,'2');
INSERT INTO "finish_rider" VALUES(2,2,2,1,'8');
INSERT INTO "finish_rider" VALUES(2,2,3,1,'4');
INSERT INTO "finish_rider" VALUES(2,2,4,1,'10');
INSERT INTO "finish_rider" VALUES(2,2,5,1,'1');
INSERT INTO "finish_rider" VALUES(2,2,6,1,'7');
INSERT INTO "finish_rider" VALUES(2,2,7,1,'12');
INSERT INTO "finish_rider" VALUES(2,2,8,1,'5');
INSERT INTO "finish_rider" VALUES(2,2,9,1,'3');
INSERT INTO "finish_rider" VALUES(2,2,10,1,'11');
INSERT INTO "finish_rider" VALUES(2,2,11,1,'9');
INSERT INTO "finish_rider" VALUES(2,2,12,1,'6');
INSERT INTO "finish_rider" VALUES(2,3,1,1,'5');
INSERT INTO "finish_rider" VALUES(2,3,2,1,'7');
INSERT INTO "finish_rider" VALUES(2,3,3,1,'1');
INSERT INTO "finish_rider" VALUES(2,3,4,1,'8');
INSERT INTO "finish_rider" VALUES(2,3,5,1,'3');
INSERT INTO "finish_rider" VALUES(2,3,6,1,'10');
INSERT INTO "finish_rider" VALUES(2,3,7,1,'2');
INSERT INTO "finish_rider" VALUES(2,3,8,1,'4');
INSERT INTO "finish_rider" VALUES(2,3,9,1,'12');
INSERT INTO "finish_rider" VALUES(2,3,10,1,'6');
INSERT INTO "finish_rider" VALUES(2,3,11,1,'11');
INSERT INTO "finish_rider" VALUES(2,3,12,1,'9');
INSERT INTO "finish_rider" VALUES(3,1,1,1,'4');
INSERT INTO "finish_rider" VALUES(3,1,2,1,'1');
INSERT INTO "finish_rider" VALUES(3,1,3,1,'2');
INSERT INTO "finish_rider" VALUES(3,1,4,1,'grey');
INSERT INTO "finish_rider" VALUES(3,2,1,1,'1');
INSERT INTO "finish_rider" VALUES(3,2,2,1,'2');
INSERT INTO "finish_rider" VALUES(3,2,2,2,'grey');
INSERT INTO "finish_rider" VALUES(3,2,3,1,'4');
CREATE TABLE house_rule (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_house_rule PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_house_rule_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_house_rule UNIQUE (tour_id, name)
);
INSERT INTO "house_rule" VALUES(3,1,'bonus.finish','[10, 6, 4]');
INSERT INTO "house_rule" VALUES(3,2,'ties.general','["lots", "bib"]');
INSERT INTO "house_rule" VALUES(3,3,'turn','12');
CREATE TABLE journal (
	id INTEGER NOT NULL, 
	tour VARCHAR(200) NOT NULL, 
	number INTEGER NOT NULL, 
	seconds BIGINT NOT NULL, 
	what TEXT NOT NULL, 
	current_before VARCHAR(200), 
	current_after VARCHAR(200), 
	undone INTEGER, 
	dropped BOOLEAN NOT NULL, 
	stages TEXT NOT NULL, 
	"before" TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	drafts TEXT, 
	CONSTRAINT pk_journal PRIMARY KEY (id), 
	CONSTRAINT uq_journal UNIQUE (tour, number)
);
INSERT INTO "journal" VALUES(1,'Zesdaagse van de Zolder',1,1795257000,'loaded track.toml',NULL,'Zesdaagse van de Zolder',NULL,0,'[1, 2, 3, 4, 5]','{}','{"tour": {"tour": [["name", "rulebook", "rulebook_text", "date"], ["Zesdaagse van de Zolder", "cyclo", "", "2026-12-05"]], "tour_option": [["position", "name", "value"], [1, "format", "omnium"]]}, "rulebook": "name = \"cyclo\"\n", "startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "DYN", "Dynamo Dakgoot", "Ann", "#c0392b"], [2, "KET", "Kettingzaag", "Bram", "#2a7f62"], [3, "VEN", "Ventielwachters", "Chlo\u00e9", "#1f5fa8"], [4, "PLU", "Plumeau", "David", "#8e44ad"], [5, "ZAD", "Zadelpijn", "Eva", "#d68910"]], "rider": [["position", "bib", "name", "team", "captain", "young", "neutral"], [1, "1", "Rik Remblok", "DYN", false, false, false], [2, "2", "Tine Trapas", "DYN", false, false, false], [3, "3", "Mo Moersleutel", "KET", false, false, false], [4, "4", "Nel Naaf", "KET", false, false, false], [5, "5", "Piet Pignon", "VEN", false, false, false], [6, "6", "Ren\u00e9e Rustdag", "VEN", false, false, false], [7, "7", "Siebe Spaak", "PLU", false, false, false], [8, "8", "Toos Tandwiel", "PLU", false, false, false], [9, "9", "Ugo Uithaal", "ZAD", false, false, false], [10, "10", "Wies Wielplakker", "ZAD", false, false, false]]}, "stage 1": {"stage": [["number", "name", "kind", "length", "date", "cancelled"], [1, "1 km, standing start", "1 km", 90, "2026-12-05", ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [1, 1, "turns lines", "12 3"], [1, 2, "turns lines", "13 4"], [1, 3, "turns lines", "12 8"], [1, 4, "turns lines", "14 9"], [1, 5, "turns lines", "12 6"], [1, 6, "turns lines", "14 1"], [1, 7, "turns lines", "13 7"], [1, 8, "turns lines", "14 5"], [1, 9, "turns lines", "13 10"], [1, 10, "turns lines", "13 2"]], "finish_rider": [["stage", "line", "position", "who"], [1, 1, 1, "1"], [1, 2, 1, "2"], [1, 3, 1, "3"], [1, 4, 1, "4"], [1, 5, 1, "5"], [1, 6, 1, "6"], [1, 7, 1, "7"], [1, 8, 1, "8"], [1, 9, 1, "9"], [1, 10, 1, "10"]]}, "stage 2": {"stage": [["number", "name", "kind", "length", "date", "cancelled"], [2, "Keirin behind the derny", "keirin", 180, "2026-12-05", ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [2, 1, "turns lines", "0 9"], [2, 2, "turns lines", "0 4"], [2, 3, "turns lines", "0 1"], [2, 4, "turns lines", "1 8"], [2, 5, "turns lines", "1 3"], [2, 6, "turns lines", "1 2"], [2, 7, "turns lines", "2 5"], [2, 8, "turns lines", "2 1"], [2, 9, "turns lines", "3 4"]], "finish_rider": [["stage", "line", "position", "who"], [2, 1, 1, "7"], [2, 2, 1, "1"], [2, 3, 1, "9"], [2, 3, 2, "3"], [2, 4, 1, "2"], [2, 5, 1, "10"], [2, 6, 1, "5"], [2, 7, 1, "4"], [2, 8, 1, "6"], [2, 9, 1, "8"]]}, "stage 3": {"stage": [["number", "name", "kind", "length", "date", "cancelled", "heats"], [3, "Sprint, the two best of the keirin", "sprint", 180, "2026-12-05", "", [["7", "1"], ["1", "7"], ["1", "7"]]]]}, "stage 4": {"stage": [["number", "name", "kind", "length", "date", "cancelled"], [4, "Pursuit, the two best of the 1 km", "pursuit", 360, "2026-12-06", ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [4, 1, "turns lines", "47 2"], [4, 2, "turns lines", "48 14"]], "finish_rider": [["stage", "line", "position", "who"], [4, 1, 1, "5"], [4, 2, 1, "3"]]}, "stage 5": {"stage": [["number", "name", "kind", "length", "date", "cancelled", "laps"], [5, "Points race", "points race", 900, "2026-12-06", "", [["9", "5", "2", "7"], ["3", "9", "1", "10"], ["5", "3", "7", "9"], ["2", "1", "9", "4"], ["9", "7", "3", "5"], ["3", "5", "1", "9"], ["7", "9", "4", "2"], ["1", "3", "9", "8"], ["5", "2", "7", "3"], ["9", "3", "1", "5", "7", "2", "10", "4", "6", "8"]]]]}}',NULL);
INSERT INTO "journal" VALUES(2,'Vuelta a la Mesa Camilla',1,1795257000,'loaded ciclistas.toml','Zesdaagse van de Zolder','Vuelta a la Mesa Camilla',NULL,0,'[1, 2, 3]','{}','{"tour": {"tour": [["name", "rulebook", "rulebook_text", "date"], ["Vuelta a la Mesa Camilla", "ciclistas", "", "2026-03-06"]]}, "rulebook": "name = \"cyclo\"\n", "startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "ACE", "Aceitunas Sin Hueso", "In\u00e9s", "#6b8e23"], [2, "SIE", "Siesta Pro", "Joan", "#4a6fa5"], [3, "CHU", "Churrer\u00eda Tubular", "Maite", "#b5651d"], [4, "VIE", "Viento en Contra", "Xavi", "#8a2be2"]], "rider": [["position", "bib", "name", "team", "captain", "young", "neutral"], [1, "1", "\u00d3scar Olivares", "ACE", false, false, false], [2, "2", "Bego\u00f1a Banderilla", "ACE", false, false, false], [3, "3", "Pepe Pinchito", "ACE", false, false, false], [4, "4", "Almudena Almohada", "SIE", false, false, false], [5, "5", "Kiko Bostezo", "SIE", false, false, false], [6, "6", "Rosa Ronquido", "SIE", false, false, false], [7, "7", "Nuria Porras", "CHU", false, false, false], [8, "8", "\u00cd\u00f1igo Az\u00facar", "CHU", false, false, false], [9, "9", "Chema Chocolate", "CHU", false, false, false], [10, "10", "Pilar Pedales", "VIE", false, false, false], [11, "11", "\u00d1ito Cadena", "VIE", false, false, false], [12, "12", "Lola Platos", "VIE", false, false, false]]}, "stage 1": {"stage": [["number", "name", "kind", "length", "date", "cancelled"], [1, "Del frutero al televisor", "road", 60, "2026-03-06", ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [1, 1, "round''space", "1''4"], [1, 2, "round''space", "1''4"], [1, 3, "round''space", "1''9"], [1, 4, "round''space", "1''3"], [1, 5, "round''space", "2''2"], [1, 6, "round''space", "2''2"], [1, 7, "round''space", "2''5"], [1, 8, "round''space", "2''5"], [1, 9, "round''space", "2''6"], [1, 10, "round''space", "2''9"], [1, 11, "round''space", "3''4"], [1, 12, "round''space", "3''8"]], "finish_rider": [["stage", "line", "position", "who"], [1, 1, 1, "4"], [1, 2, 1, "7"], [1, 3, 1, "1"], [1, 4, 1, "10"], [1, 5, 1, "5"], [1, 6, 1, "8"], [1, 7, 1, "2"], [1, 8, 1, "11"], [1, 9, 1, "12"], [1, 10, 1, "3"], [1, 11, 1, "9"], [1, 12, 1, "6"]]}, "stage 2": {"stage": [["number", "name", "kind", "length", "date", "cancelled"], [2, "Tres vueltas al salero", "road", 90, "2026-03-13", ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [2, 1, "round''space", "1''2"], [2, 2, "round''space", "1''2"], [2, 3, "round''space", "1''5"], [2, 4, "round''space", "1''0"], [2, 5, "round''space", "2''0"], [2, 6, "round''space", "2''1"], [2, 7, "round''space", "2''1"], [2, 8, "round''space", "2''6"], [2, 9, "round''space", "3''0"], [2, 10, "round''space", "3''4"], [2, 11, "round''space", "3''4"], [2, 12, "round''space", "3''7"]], "finish_rider": [["stage", "line", "position", "who"], [2, 1, 1, "2"], [2, 2, 1, "8"], [2, 3, 1, "4"], [2, 4, 1, "10"], [2, 5, 1, "1"], [2, 6, 1, "7"], [2, 7, 1, "12"], [2, 8, 1, "5"], [2, 9, 1, "3"], [2, 10, 1, "11"], [2, 11, 1, "9"], [2, 12, 1, "6"]]}, "stage 3": {"stage": [["number", "name", "kind", "length", "date", "cancelled"], [3, "Gran Premio de la Sobremesa", "road", 120, "2026-03-20", ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [3, 1, "round''space", "1''6"], [3, 2, "round''space", "1''3"], [3, 3, "round''space", "1''7"], [3, 4, "round''space", "1''1"], [3, 5, "round''space", "1''7"], [3, 6, "round''space", "2''5"], [3, 7, "round''space", "2''0"], [3, 8, "round''space", "2''0"], [3, 9, "round''space", "2''4"], [3, 10, "round''space", "2''2"], [3, 11, "round''space", "2''9"], [3, 12, "round''space", "3''3"]], "finish_rider": [["stage", "line", "position", "who"], [3, 1, 1, "5"], [3, 2, 1, "7"], [3, 3, 1, "1"], [3, 4, 1, "8"], [3, 5, 1, "3"], [3, 6, 1, "10"], [3, 7, 1, "2"], [3, 8, 1, "4"], [3, 9, 1, "12"], [3, 10, 1, "6"], [3, 11, 1, "11"], [3, 12, 1, "9"]]}}',NULL);
INSERT INTO "journal" VALUES(3,'Ronde van de Tafel',1,1795257000,'loaded','Vuelta a la Mesa Camilla','Ronde van de Tafel',NULL,0,'[1, 2, 3, 4, 5]','{}','{"tour": {"tour": [["name", "rulebook", "rulebook_text", "date", "language"], ["Ronde van de Tafel", "cyclo", "", "2026-11-21", "nl"]], "tour_option": [["position", "name", "value"], [1, "level", 4], [2, "captains", true], [3, "course", "long"]], "house_rule": [["position", "name", "value"], [1, "bonus.finish", [10, 6, 4]], [2, "ties.general", ["lots", "bib"]], [3, "turn", 12]]}, "rulebook": "name = \"cyclo\"\n# \\ \u0000 \u201c\u00fc\u201d\n", "startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "2", "Eddy Baens", "MOL", "climber", true, false, false], [2, "1", "Jo", "MOL", null, false, true, false], [3, "grey", "", null, null, false, false, true], [4, "4", "Mia", null, null, false, false, false]]}, "stage 1": {"stage": [["number", "name", "kind", "length", "cancelled"], [1, "Antwerpen", "prologue", 30, ""]], "finish_line": [["stage", "position", "mark_form", "mark"], [1, 1, "turns lines", "3 0"], [1, 2, "turns lines", "3 1"], [1, 3, "turns lines", "3 2"], [1, 4, "turns lines", "3 3"]], "finish_rider": [["stage", "line", "position", "who"], [1, 1, 1, "4"], [1, 2, 1, "1"], [1, 3, 1, "2"], [1, 4, 1, "grey"]]}, "stage 2": {"stage": [["number", "name", "kind", "profile", "length", "date", "points", "bonus", "cancelled", "cards"], [2, "Oudenaarde - Geraardsbergen", "road", "hilly", 190, "2026-11-21", [15, 10, 5], [], "", {"grey": 3, "1": 0, "2": 1}]], "section": [["stage", "position", "kind", "name", "start", "end", "category", "points", "bonus"], [2, 1, "mountain", "Muur", 60, 84, "HC", [3, 2, 1], []], [2, 2, "paved", "", 100, 115, null, null, null]], "sprint": [["stage", "position", "name", "at", "points", "bonus"], [2, 1, "Zottegem", 120, [], [3]], [2, 2, "", null, null, null]], "start_group": [["stage", "position", "lead"], [2, 1, 25], [2, 2, 10]], "start_rider": [["stage", "line", "position", "who"], [2, 1, 1, "grey"], [2, 1, 2, "1"], [2, 2, 1, "2"]], "finish_line": [["stage", "position", "reason", "mark_form", "mark"], [2, 1, null, "turns lines", "0 3"], [2, 2, null, "turns lines", "1 0"], [2, 3, "OTL", "turns lines", "31 2"]], "finish_rider": [["stage", "line", "position", "who"], [2, 1, 1, "1"], [2, 2, 1, "2"], [2, 2, 2, "grey"], [2, 3, 1, "4"]], "crossing": [["stage", "position", "prime"], [2, 1, "Zottegem"], [2, 2, "Muur"], [2, 3, "Sprint 2"]], "crossing_rider": [["stage", "line", "position", "who"], [2, 1, 1, "2"], [2, 1, 2, "1"], [2, 2, 1, "1"], [2, 2, 2, "2"], [2, 2, 3, "grey"]], "lot": [["stage", "position", "classification"], [2, 1, "points"], [2, 2, "general"]], "lot_draw": [["stage", "line", "position", "who"], [2, 1, 1, "2"], [2, 1, 2, "1"]], "stage_count": [["stage", "position", "classification", "counts"], [2, 1, "teams", false], [2, 2, "points", true]], "ruling": [["stage", "position", "reason", "bib", "team", "seconds", "points", "mountains"], [2, 1, "moved out of turn", "2", null, 20, 0, 0], [2, 2, "late", null, "MOL", 0, -1, 2]], "extra_turn": [["stage", "position", "bib", "used"], [2, 1, "2", 2], [2, 2, "1", 1]], "offer": [["stage", "position", "team", "amount", "target", "place"], [2, 1, "MOL", 50, "Zottegem", 2]]}, "stage 3": {"stage": [["number", "name", "kind", "cancelled", "laps", "heats", "eliminated"], [3, "Gent", "points race", "", [["1", "2"], ["grey", "1"]], [["2", "1"], []], ["grey", "2"]]]}, "stage 4": {"stage": [["number", "name", "kind", "cancelled"], [4, "Gent", "itt", "snow on the table"]]}, "stage 5": {"stage": [["number", "name", "kind", "cancelled"], [5, "Brussel", "road", ""]]}}',NULL);
INSERT INTO "journal" VALUES(4,'Ronde van de Tafel',2,1795257000,'edited 1','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[6]','{}','{"stage 6": {"stage": [["number", "name", "kind", "cancelled", "laps", "heats", "eliminated"], [6, "Gent", "points race", "", [["1", "2"], ["grey", "1"]], [["2", "1"], []], ["grey", "2"]]]}}',NULL);
INSERT INTO "journal" VALUES(5,'Ronde van de Tafel',3,1795257000,'edited 2','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[]','{"startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "2", "Eddy Baens", "MOL", "climber", true, false, false], [2, "1", "Jo", "MOL", null, false, true, false], [3, "grey", "", null, null, false, false, true], [4, "4", "Mia", null, null, false, false, false]]}}','{"startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "2", "\u73af\u6cd5 2", "MOL", "climber", true, false, false], [2, "1", "Jo", "MOL", null, false, true, false], [3, "grey", "", null, null, false, false, true], [4, "4", "Mia", null, null, false, false, false]]}}',NULL);
INSERT INTO "journal" VALUES(6,'Ronde van de Tafel',4,1795257000,'edited 3','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[4]','{"stage 4": {"stage": [["number", "name", "kind", "cancelled"], [4, "Gent", "itt", "snow on the table"]]}}','{"stage 4": {"stage": [["number", "name", "kind", "cancelled"], [4, "Stage of turn 3", "road", ""]]}}',NULL);
INSERT INTO "journal" VALUES(7,'Ronde van de Tafel',5,1795257000,'edited 4','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[]','{"startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "2", "\u73af\u6cd5 2", "MOL", "climber", true, false, false], [2, "1", "Jo", "MOL", null, false, true, false], [3, "grey", "", null, null, false, false, true], [4, "4", "Mia", null, null, false, false, false]]}}','{"startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "1", "Jo", "MOL", null, false, true, false], [2, "grey", "", null, null, false, false, true], [3, "4", "Mia", null, null, false, false, false], [4, "2", "\u73af\u6cd5 2", "MOL", "climber", true, false, false]]}}',NULL);
INSERT INTO "journal" VALUES(8,'Ronde van de Tafel',6,1795257000,'edited 5','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[5]','{"stage 5": {"stage": [["number", "name", "kind", "cancelled"], [5, "Brussel", "road", ""]]}}','{"stage 5": {"stage": [["number", "name", "kind", "cancelled"], [5, "Stage of turn 5", "road", ""]]}}',NULL);
INSERT INTO "journal" VALUES(9,'Ronde van de Tafel',7,1795257000,'edited 6','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[6]','{"stage 6": {"stage": [["number", "name", "kind", "cancelled", "laps", "heats", "eliminated"], [6, "Gent", "points race", "", [["1", "2"], ["grey", "1"]], [["2", "1"], []], ["grey", "2"]]]}}','{}',NULL);
INSERT INTO "journal" VALUES(10,'Ronde van de Tafel',8,1795257000,'edited 7','Ronde van de Tafel','Ronde van de Tafel',3,0,'[]','{"startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "1", "Jo", "MOL", null, false, true, false], [2, "grey", "", null, null, false, false, true], [3, "4", "Mia", null, null, false, false, false], [4, "2", "\u73af\u6cd5 2", "MOL", "climber", true, false, false]]}}','{"startlist": {"team": [["position", "code", "name", "player", "colour"], [1, "MOL", "Molteni", "Ann", "#f2a900"]], "rider": [["position", "bib", "name", "team", "type", "captain", "young", "neutral"], [1, "1", "Jo", "MOL", null, false, true, false], [2, "grey", "", null, null, false, false, true], [3, "4", "Mia", null, null, false, false, false], [4, "2", "\u73af\u6cd5 2", "MOL", "climber", true, false, false], [5, "b7", "=cmd()", null, null, false, false, true]]}}',NULL);
INSERT INTO "journal" VALUES(11,'Ronde van de Tafel',9,1795257000,'edited 8','Ronde van de Tafel','Ronde van de Tafel',2,0,'[6]','{}','{"stage 6": {"stage": [["number", "name", "kind", "cancelled"], [6, "Brussel", "road", ""]]}}',NULL);
INSERT INTO "journal" VALUES(12,'Zesdaagse van de Zolder',2,1795257000,'dropped the last stage','Ronde van de Tafel','Ronde van de Tafel',1,0,'[5]','{"stage 5": {"stage": [["number", "name", "kind", "length", "date", "cancelled", "laps"], [5, "Points race", "points race", 900, "2026-12-06", "", [["9", "5", "2", "7"], ["3", "9", "1", "10"], ["5", "3", "7", "9"], ["2", "1", "9", "4"], ["9", "7", "3", "5"], ["3", "5", "1", "9"], ["7", "9", "4", "2"], ["1", "3", "9", "8"], ["5", "2", "7", "3"], ["9", "3", "1", "5", "7", "2", "10", "4", "6", "8"]]]]}}','{}',NULL);
INSERT INTO "journal" VALUES(13,'Giro',1,1795257000,'loaded','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[]','{}','{"tour": {"tour": [["name", "rulebook", "rulebook_text"], ["Giro", "cyclo", ""]], "tour_option": [["position", "name", "value"], [1, "level", 4], [2, "captains", true], [3, "course", "long"]], "house_rule": [["position", "name", "value"], [1, "bonus.finish", [10, 6, 4]], [2, "ties.general", ["lots", "bib"]], [3, "turn", 12]]}, "rulebook": "name = \"cyclo\"\n", "startlist": {}}',NULL);
INSERT INTO "journal" VALUES(14,'Giro',2,1795257000,'deleted the tour','Ronde van de Tafel','Ronde van de Tafel',NULL,0,'[]','{"tour": {"tour": [["name", "rulebook", "rulebook_text"], ["Giro", "cyclo", ""]], "tour_option": [["position", "name", "value"], [1, "level", 4], [2, "captains", true], [3, "course", "long"]], "house_rule": [["position", "name", "value"], [1, "bonus.finish", [10, 6, 4]], [2, "ties.general", ["lots", "bib"]], [3, "turn", 12]]}, "rulebook": "name = \"cyclo\"\n", "startlist": {}}','{}','[[1, "going", "gone"]]');
CREATE TABLE lot (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	classification VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_lot PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_lot_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_lot UNIQUE (tour_id, stage, classification)
);
INSERT INTO "lot" VALUES(3,2,1,'points');
INSERT INTO "lot" VALUES(3,2,2,'general');
CREATE TABLE lot_draw (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_lot_draw PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_lot_draw_lot FOREIGN KEY(tour_id, stage, line) REFERENCES lot (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "lot_draw" VALUES(3,2,1,1,'2');
INSERT INTO "lot_draw" VALUES(3,2,1,2,'1');
CREATE TABLE offer (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	team VARCHAR(200) NOT NULL, 
	amount BIGINT NOT NULL, 
	target TEXT NOT NULL, 
	place BIGINT NOT NULL, 
	CONSTRAINT pk_offer PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_offer_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "offer" VALUES(3,2,1,'MOL',50,'Zottegem',2);
CREATE TABLE peloton_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT peloton_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "peloton_version" VALUES('0003');
CREATE TABLE rider (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	bib VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	team VARCHAR(200), 
	type TEXT, 
	captain BOOLEAN NOT NULL, 
	young BOOLEAN NOT NULL, 
	neutral BOOLEAN NOT NULL, 
	CONSTRAINT pk_rider PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_rider_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_rider UNIQUE (tour_id, bib)
);
INSERT INTO "rider" VALUES(1,1,'1','Rik Remblok','DYN',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,2,'2','Tine Trapas','DYN',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,3,'3','Mo Moersleutel','KET',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,4,'4','Nel Naaf','KET',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,5,'5','Piet Pignon','VEN',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,6,'6','Renée Rustdag','VEN',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,7,'7','Siebe Spaak','PLU',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,8,'8','Toos Tandwiel','PLU',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,9,'9','Ugo Uithaal','ZAD',NULL,0,0,0);
INSERT INTO "rider" VALUES(1,10,'10','Wies Wielplakker','ZAD',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,1,'1','Óscar Olivares','ACE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,2,'2','Begoña Banderilla','ACE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,3,'3','Pepe Pinchito','ACE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,4,'4','Almudena Almohada','SIE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,5,'5','Kiko Bostezo','SIE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,6,'6','Rosa Ronquido','SIE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,7,'7','Nuria Porras','CHU',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,8,'8','Íñigo Azúcar','CHU',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,9,'9','Chema Chocolate','CHU',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,10,'10','Pilar Pedales','VIE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,11,'11','Ñito Cadena','VIE',NULL,0,0,0);
INSERT INTO "rider" VALUES(2,12,'12','Lola Platos','VIE',NULL,0,0,0);
INSERT INTO "rider" VALUES(3,1,'1','Jo','MOL',NULL,0,1,0);
INSERT INTO "rider" VALUES(3,2,'grey','',NULL,NULL,0,0,1);
INSERT INTO "rider" VALUES(3,3,'4','Mia',NULL,NULL,0,0,0);
INSERT INTO "rider" VALUES(3,4,'2','环法 2','MOL','climber',1,0,0);
CREATE TABLE ruling (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	bib VARCHAR(200), 
	team VARCHAR(200), 
	seconds BIGINT NOT NULL, 
	points BIGINT NOT NULL, 
	mountains BIGINT NOT NULL, 
	CONSTRAINT pk_ruling PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_ruling_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "ruling" VALUES(3,2,1,'moved out of turn','2',NULL,20,0,0);
INSERT INTO "ruling" VALUES(3,2,2,'late',NULL,'MOL',0,-1,2);
CREATE TABLE section (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT, 
	"end" BIGINT, 
	category VARCHAR(200), 
	points TEXT, 
	bonus TEXT, 
	CONSTRAINT pk_section PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_section_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "section" VALUES(3,2,1,'mountain','Muur',60,84,'HC','[3, 2, 1]','[]');
INSERT INTO "section" VALUES(3,2,2,'paved','',100,115,NULL,NULL,NULL);
CREATE TABLE sprint (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	at BIGINT, 
	points TEXT, 
	bonus TEXT, 
	CONSTRAINT pk_sprint PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_sprint_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "sprint" VALUES(3,2,1,'Zottegem',120,'[]','[3]');
INSERT INTO "sprint" VALUES(3,2,2,'',NULL,NULL,NULL);
CREATE TABLE stage (
	tour_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	kind VARCHAR(200) NOT NULL, 
	profile VARCHAR(200), 
	length BIGINT, 
	date DATE, 
	points TEXT, 
	bonus TEXT, 
	cancelled TEXT NOT NULL, laps TEXT, heats TEXT, eliminated TEXT, cards TEXT, 
	CONSTRAINT pk_stage PRIMARY KEY (tour_id, number), 
	CONSTRAINT fk_stage_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE
);
INSERT INTO "stage" VALUES(1,1,'1 km, standing start','1 km',NULL,90,'2026-12-05',NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(1,2,'Keirin behind the derny','keirin',NULL,180,'2026-12-05',NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(1,3,'Sprint, the two best of the keirin','sprint',NULL,180,'2026-12-05',NULL,NULL,'',NULL,'[["7", "1"], ["1", "7"], ["1", "7"]]',NULL,NULL);
INSERT INTO "stage" VALUES(1,4,'Pursuit, the two best of the 1 km','pursuit',NULL,360,'2026-12-06',NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(2,1,'Del frutero al televisor','road',NULL,60,'2026-03-06',NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(2,2,'Tres vueltas al salero','road',NULL,90,'2026-03-13',NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(2,3,'Gran Premio de la Sobremesa','road',NULL,120,'2026-03-20',NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(3,1,'Antwerpen','prologue',NULL,30,NULL,NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(3,2,'Oudenaarde - Geraardsbergen','road','hilly',190,'2026-11-21','[15, 10, 5]','[]','',NULL,NULL,NULL,'{"grey": 3, "1": 0, "2": 1}');
INSERT INTO "stage" VALUES(3,3,'Gent','points race',NULL,NULL,NULL,NULL,NULL,'','[["1", "2"], ["grey", "1"]]','[["2", "1"], []]','["grey", "2"]',NULL);
INSERT INTO "stage" VALUES(3,4,'Stage of turn 3','road',NULL,NULL,NULL,NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(3,5,'Stage of turn 5','road',NULL,NULL,NULL,NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO "stage" VALUES(1,5,'Points race','points race',NULL,900,'2026-12-06',NULL,NULL,'','[["9", "5", "2", "7"], ["3", "9", "1", "10"], ["5", "3", "7", "9"], ["2", "1", "9", "4"], ["9", "7", "3", "5"], ["3", "5", "1", "9"], ["7", "9", "4", "2"], ["1", "3", "9", "8"], ["5", "2", "7", "3"], ["9", "3", "1", "5", "7", "2", "10", "4", "6", "8"]]',NULL,NULL,NULL);
CREATE TABLE stage_count (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	classification VARCHAR(200) NOT NULL, 
	counts BOOLEAN NOT NULL, 
	CONSTRAINT pk_stage_count PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_stage_count_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_stage_count UNIQUE (tour_id, stage, classification)
);
INSERT INTO "stage_count" VALUES(3,2,1,'teams',0);
INSERT INTO "stage_count" VALUES(3,2,2,'points',1);
CREATE TABLE start_group (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	lead BIGINT NOT NULL, 
	CONSTRAINT pk_start_group PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_start_group_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "start_group" VALUES(3,2,1,25);
INSERT INTO "start_group" VALUES(3,2,2,10);
CREATE TABLE start_rider (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_start_rider PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_start_rider_start_group FOREIGN KEY(tour_id, stage, line) REFERENCES start_group (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "start_rider" VALUES(3,2,1,1,'grey');
INSERT INTO "start_rider" VALUES(3,2,1,2,'1');
INSERT INTO "start_rider" VALUES(3,2,2,1,'2');
CREATE TABLE team (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	code VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	player TEXT NOT NULL, 
	colour TEXT NOT NULL, 
	CONSTRAINT pk_team PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_team_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_team UNIQUE (tour_id, code)
);
INSERT INTO "team" VALUES(1,1,'DYN','Dynamo Dakgoot','Ann','#c0392b');
INSERT INTO "team" VALUES(1,2,'KET','Kettingzaag','Bram','#2a7f62');
INSERT INTO "team" VALUES(1,3,'VEN','Ventielwachters','Chloé','#1f5fa8');
INSERT INTO "team" VALUES(1,4,'PLU','Plumeau','David','#8e44ad');
INSERT INTO "team" VALUES(1,5,'ZAD','Zadelpijn','Eva','#d68910');
INSERT INTO "team" VALUES(2,1,'ACE','Aceitunas Sin Hueso','Inés','#6b8e23');
INSERT INTO "team" VALUES(2,2,'SIE','Siesta Pro','Joan','#4a6fa5');
INSERT INTO "team" VALUES(2,3,'CHU','Churrería Tubular','Maite','#b5651d');
INSERT INTO "team" VALUES(2,4,'VIE','Viento en Contra','Xavi','#8a2be2');
INSERT INTO "team" VALUES(3,1,'MOL','Molteni','Ann','#f2a900');
CREATE TABLE tour (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	rulebook TEXT NOT NULL, 
	rulebook_text TEXT NOT NULL, 
	date DATE, language VARCHAR(200), 
	CONSTRAINT pk_tour PRIMARY KEY (id), 
	CONSTRAINT uq_tour UNIQUE (name)
);
INSERT INTO "tour" VALUES(1,'Zesdaagse van de Zolder','cyclo','name = "cyclo"
','2026-12-05',NULL);
INSERT INTO "tour" VALUES(2,'Vuelta a la Mesa Camilla','ciclistas','name = "cyclo"
','2026-03-06',NULL);
INSERT INTO "tour" VALUES(3,'Ronde van de Tafel','cyclo','name = "cyclo"
# \u005c \u0000 “ü”
','2026-11-21','nl');
CREATE TABLE tour_option (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_tour_option PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_tour_option_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tour_option UNIQUE (tour_id, name)
);
INSERT INTO "tour_option" VALUES(1,1,'format','"omnium"');
INSERT INTO "tour_option" VALUES(3,1,'level','4');
INSERT INTO "tour_option" VALUES(3,2,'captains','true');
INSERT INTO "tour_option" VALUES(3,3,'course','"long"');
CREATE INDEX ix_current_tour_tour_id ON current_tour (tour_id);
COMMIT;
